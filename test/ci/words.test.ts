import { expect, test } from "vitest";
import { wordProblems } from "./wordProblems.ts";

const DIFF = `diff --git a/docs/a.md b/docs/a.md
--- a/docs/a.md
+++ b/docs/a.md
@@ -3,2 +3,3 @@
-It is loaded anew.
+It is loaded again.
+There is no table of that name.
+The file is no table, so the load is started anew.
diff --git a/test/ci/wordProblems.ts b/test/ci/wordProblems.ts
+++ b/test/ci/wordProblems.ts
@@ -0,0 +1 @@
+  [/\\banew\\b/i, '"again"'],
`;

test("listed phrases in added lines are reported with their line numbers", () => {
  expect(wordProblems(DIFF)).toEqual([
    'docs/a.md:5: "anew": write "again"',
    'docs/a.md:5: "is no table": write "is not a …"',
  ]);
});
