import { addedLines } from "./addedLines.ts";
import { wordProblems } from "./wordProblems.ts";

const diff = addedLines();
if (diff === null) {
  console.log(
    "skipped, the history of this repository does not contain the commit after which the word list holds",
  );
} else {
  const problems = wordProblems(diff);
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length} phrases to rewrite in added lines`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
