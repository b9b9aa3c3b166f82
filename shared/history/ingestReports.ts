import { mergeProblems, type Problems, sentences } from "#shared/domain/problem.ts";
import { getJson } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedFile } from "#shared/store/ingested.ts";

/** Report of the ingestion of one file. */
export interface IngestReport {
  problems: Problems;
  warnings: string[];
}

/** Merges the reports of all files of a load: the first 100 problems and the number of further ones. */
export async function ingestReports(
  scope: WorkspaceScope,
  outcomes: readonly IngestedFile[],
): Promise<{ errors: string[]; warnings: string[] }> {
  const all: Problems[] = [];
  const warnings: string[] = [];
  for (const { report_key: key } of outcomes) {
    if (key === null) continue;
    const report = await getJson<IngestReport>(scope, key);
    all.push(report.problems);
    warnings.push(...report.warnings);
  }
  return { errors: sentences(mergeProblems(all)), warnings: warnings.slice(0, 100) };
}
