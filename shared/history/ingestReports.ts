import { mergeProblems, type Problems } from "#shared/domain/problem.ts";
import { sentences } from "#shared/domain/wording/problemSentences.ts";
import { getJson } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";

/** Report of the ingestion of one file; those of a batch are stored together. */
export interface IngestReport {
  file_id: string;
  problems: Problems;
  warnings: string[];
}

/** Merges the reports of all files of a load: sentences for its first groups of problems, and the number of all. */
export async function ingestReports(
  scope: WorkspaceScope,
  batches: readonly IngestedBatch[],
): Promise<{ errors: string[]; problemCount: number; warnings: string[] }> {
  const all: Problems[] = [];
  const warnings: string[] = [];
  for (const { report_key: key } of batches) {
    if (key === null) continue;
    for (const report of await getJson<IngestReport[]>(scope, key)) {
      all.push(report.problems);
      warnings.push(...report.warnings);
    }
  }
  const problems = mergeProblems(all);
  return { errors: sentences(problems), problemCount: problems.count, warnings: warnings.slice(0, 100) };
}
