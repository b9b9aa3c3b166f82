import type { Recipe } from "./recipe.ts";

const PAGE = `import { take, useWorkspace } from "../lab.ts";
import { Page } from "../parts/page.tsx";
import { Reading } from "../parts/reading.tsx";
import { useResource } from "../resource.ts";

/** Tags of versions. */
export function TagsPage() {
  const workspace = useWorkspace();
  const read = useResource(\`tags \${workspace.name}\`, () => take(workspace.tags()));
  return (
    <Page title="Tags" intro="Names of versions, which SQL can read.">
      <Reading of={read}>
        {(tags) => (tags.length === 0 ? <p>No tags yet.</p> : <p>{tags.map(({ name }) => name).join(", ")}</p>)}
      </Reading>
    </Page>
  );
}
`;
const TEST = `import { test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";

describeConsole("the page of tags", (made) => {
  test("a workspace without tags says so", async () => {
    const page = await made.console.open(\`/w/\${made.lab.name}/tags\`);
    await page.getByText("No tags yet.").waitFor();
    await expectAccessible(page);
  });
});
`;

/** Page that lists the tags of a workspace. */
export const addConsolePage: Recipe = {
  heading: "Add a console page",
  first: [{ file: "console/pages/tagsPage.tsx", create: PAGE }],
  rest: [
    {
      file: "console/workspacePages.ts",
      before: "  settings: async () =>",
      insert: '  tags: async () => (await import("./pages/tagsPage.tsx")).TagsPage,\n',
    },
    {
      file: "test/console/pageList.ts",
      before: '  page("tasks", "tasks", "tasks"',
      insert: '  page("tags", "tags", "tags", "Tags: names of versions"),\n',
    },
    {
      file: "test/functions/everyPage.sampled.test.ts",
      before: '    "tasks",\n',
      insert: '    "tags",\n',
    },
    { file: "test/functions/consoleTags.test.ts", create: TEST },
  ],
  tests: [
    "test/functions/consoleTags.test.ts",
    "test/console/pageList.test.ts",
    "test/functions/everyPage.sampled.test.ts",
  ],
};
