import { mergeProblems, type Problems, sentences } from "@pdp/basics/wording";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";

/** Ingestion report for one file; the reports of a batch are stored together. */
export interface IngestReport {
  file_id: string;
  problems: Problems;
  warnings: string[];
}

/** Reads the reports for all files of a load that have problems or warnings. */
export async function ingestReports(
  scope: WorkspaceScope,
  batches: readonly IngestedBatch[],
): Promise<IngestReport[]> {
  const all: IngestReport[] = [];
  for (const { report_key: key } of batches) {
    if (key !== null) all.push(...(await getJson<IngestReport[]>(scope, key)));
  }
  return all;
}

/** Merges the reports for a load's files: sentences about the first groups of problems, and the total number of problems. */
export function mergeReports(reports: readonly IngestReport[]): {
  errors: string[];
  problemCount: number;
  warnings: string[];
} {
  const problems = mergeProblems(reports.map((report) => report.problems));
  const warnings = reports.flatMap((report) => report.warnings).slice(0, 100);
  return { errors: sentences(problems), problemCount: problems.count, warnings };
}
