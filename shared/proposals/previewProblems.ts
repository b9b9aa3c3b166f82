import { type Problem, type Problems, problemsOf, problemTable, sentences } from "@pdp/basics/wording";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";

/** Returns problems in the form used in previews: as sentences, and as a table. */
export function previewProblems(
  checked: Problems | Problem,
): Pick<FilePreview, "problems" | "problem_groups"> {
  const problems = "groups" in checked ? checked : problemsOf([checked]);
  return { problems: sentences(problems), problem_groups: problemTable(problems) };
}
