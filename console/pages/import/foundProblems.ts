import { problemsOf } from "@pdp/basics/wording";
import { DataProblems } from "#client/errors.ts";
import type { LoadHandle } from "#client/loadHandle.ts";
import type { LoadProblem } from "#client/loadProblems.ts";
import { sentenceOf } from "../../parts/sentenceOf.ts";
import type { FoundProblems, Preview } from "./importDraft.ts";

export const NO_PROBLEMS: FoundProblems = { groups: [], count: 0 };

/** Returns the problems found by a preview. */
export function problemsOfPreview({
  problem_groups: groups,
}: Pick<Preview, "problem_groups">): FoundProblems {
  const problemGroups = groups.map(({ column, count, value, other_values: values, lines, reason }) => {
    const [line] = lines;
    const first = {
      file: "",
      ...(line !== undefined && { line }),
      ...(column !== null && { column }),
      ...(value !== null && { value }),
      reason,
    };
    return { first, count, lines, values };
  });
  return { groups: problemGroups, count: groups.reduce((sum, { count }) => sum + count, 0) };
}

/** Returns the reason that the service refused an import: the problems in its cells, or the error message. */
export async function problemsOfError(error: unknown, load: LoadHandle | undefined): Promise<FoundProblems> {
  const known = error instanceof DataProblems ? await load?.problems().catch(() => []) : [];
  if (known && known.length > 0) return problemsOf(known.map(problemOf));
  const sentences = error instanceof DataProblems ? error.sentences : [sentenceOf(error)];
  return problemsOf(sentences.map((reason) => ({ file: "", reason })));
}

/** Returns a problem in the format that files and clients use. */
export function problemOf({ file, line, column, value, reason }: LoadProblem) {
  return {
    file: file ?? "",
    ...(line !== null && { line }),
    ...(column !== null && { column }),
    ...(value !== null && { value }),
    reason,
  };
}
