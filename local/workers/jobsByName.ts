import type { Step } from "#shared/http/operations/step.ts";
import type { Job } from "#shared/runtime/scope.ts";

type AnyJob = Job<never, unknown>;

/** Imports jobs on first use: a worker process starts sooner this way, and most processes need few of them. */
const JOBS: Record<string, () => Promise<AnyJob>> = {
  warmUp: async () => (await import("#shared/jobs/warmUp.ts")).warmUp,
  queryData: async () => (await import("#shared/jobs/queryData.ts")).queryData,
  runStatement: async () => (await import("#shared/jobs/runStatement.ts")).runStatement,
  describeForIceberg: async () => (await import("#shared/jobs/describeForIceberg.ts")).describeForIceberg,
  downloadTable: async () => (await import("#shared/jobs/downloadTable.ts")).downloadTable,
  diffRows: async () => (await import("#shared/jobs/diffRows.ts")).diffRows,
  describeStructure: async () => (await import("#shared/jobs/describeStructure.ts")).describeStructure,
  describeView: async () => (await import("#shared/jobs/describeView.ts")).describeView,
  previewLoadUndo: async () => (await import("#shared/jobs/previewLoadUndo.ts")).previewLoadUndo,
  planRowErasure: async () => (await import("#shared/jobs/planRowErasure.ts")).planRowErasure,
  findDuplicateKeys: async () => (await import("#shared/jobs/findDuplicateKeys.ts")).findDuplicateKeys,
  previewContent: async () => (await import("#shared/jobs/previewContent.ts")).previewContent,
  checkParameters: async () => (await import("#shared/jobs/checkParameters.ts")).checkParameters,
  numberAntibodies: async () => (await import("#shared/jobs/numberAntibodies.ts")).numberAntibodies,
  findRegions: async () => (await import("#shared/jobs/findRegions.ts")).findRegions,
  findPositions: async () => (await import("#shared/jobs/findPositions.ts")).findPositions,
  summarizeProject: async () => (await import("#shared/jobs/summarizeProject.ts")).summarizeProject,
  layOutOrder: async () => (await import("#shared/tasks/orders/layOutOrder.ts")).layOutOrder,
  writePrimers: async () => (await import("#shared/tasks/orders/writePrimers.ts")).writePrimers,
  writeDna: async () => (await import("#shared/tasks/orders/writeDna.ts")).writeDna,
  ingestFiles: async () => (await import("#shared/jobs/ingestFiles.ts")).ingestFiles,
  writeAuditFile: async () => (await import("#shared/jobs/writeAuditFile.ts")).writeAuditFile,
  checkUpload: async () => (await import("#shared/jobs/checkUpload.ts")).checkUpload,
};

export async function jobByName(name: string): Promise<AnyJob> {
  const load = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
  if (!load) throw new Error(`Unknown job ${name}`);
  return load();
}

/** Steps that are imported individually; the others are imported together. */
const STEPS: Record<string, () => Promise<Step>> = {
  ingestLoadFiles: async () => (await import("#functions/steps/loads/ingestLoadFiles.ts")).ingestLoadFiles,
  checkKeys: async () => (await import("#functions/steps/loads/checkKeys.ts")).checkKeys,
  compactTableFiles: async () =>
    (await import("#functions/steps/maintenance/compactTableFiles.ts")).compactTableFiles,
  compressLoadedFiles: async () =>
    (await import("#functions/steps/maintenance/compressLoadedFiles.ts")).compressLoadedFiles,
  computeStoredQuery: async () =>
    (await import("#functions/steps/queries/computeStoredQuery.ts")).computeStoredQuery,
  runWorkspaceExport: async () =>
    (await import("#functions/steps/maintenance/runWorkspaceExport.ts")).runWorkspaceExport,
  runWorkspaceImport: async () =>
    (await import("#functions/steps/maintenance/runWorkspaceImport.ts")).runWorkspaceImport,
  eraseRows: async () => (await import("#functions/steps/maintenance/eraseRows.ts")).eraseRows,
};

export async function stepByName(name: string): Promise<Step> {
  const load = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (load) return load();
  const { steps } = await import("#functions/steps.ts");
  if (!Object.hasOwn(steps, name)) throw new Error(`Unknown step ${name}`);
  return steps[name as keyof typeof steps];
}
