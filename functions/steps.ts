import type { Step } from "#shared/http/operations/step.ts";
import { checkKeys } from "./steps/loads/checkKeys.ts";
import { commitLoad, commitQueuedLoads } from "./steps/loads/commitLoad.ts";
import { failLoad } from "./steps/loads/failLoad.ts";
import { ingestLoadFiles } from "./steps/loads/ingestLoadFiles.ts";
import { planLoad } from "./steps/loads/planLoad.ts";
import { removeLoad } from "./steps/loads/removeLoad.ts";
import { sweepLoads } from "./steps/loads/sweepLoads.ts";
import { compactTableFiles } from "./steps/maintenance/compactTableFiles.ts";
import { compressLoadedFiles } from "./steps/maintenance/compressLoadedFiles.ts";
import { eraseRows } from "./steps/maintenance/eraseRows.ts";
import { removeOrphanObjects } from "./steps/maintenance/removeOrphanObjects.ts";
import { runWorkspaceExport } from "./steps/maintenance/runWorkspaceExport.ts";
import { runWorkspaceImport } from "./steps/maintenance/runWorkspaceImport.ts";
import { startObjectSweeps } from "./steps/maintenance/startObjectSweeps.ts";
import { sweepCompactions } from "./steps/maintenance/sweepCompactions.ts";
import { sweepErasures } from "./steps/maintenance/sweepErasures.ts";
import { sweepTransfers } from "./steps/maintenance/sweepTransfers.ts";
import { computeStoredQuery } from "./steps/queries/computeStoredQuery.ts";
import { failStoredQuery } from "./steps/queries/failStoredQuery.ts";
import { sweepQueries } from "./steps/queries/sweepQueries.ts";
import { failTask } from "./steps/tasks/failTask.ts";
import { prepareTask } from "./steps/tasks/prepareTask.ts";
import { runTask } from "./steps/tasks/runTask.ts";
import { sweepTasks } from "./steps/tasks/sweepTasks.ts";
import { eraseWorkspaceObjects } from "./steps/workspaces/eraseWorkspaceObjects.ts";
import { failWorkspace } from "./steps/workspaces/failWorkspace.ts";
import { provisionWorkspace } from "./steps/workspaces/provisionWorkspace.ts";
import { purgeWorkspace } from "./steps/workspaces/purgeWorkspace.ts";
import { sweepWorkspaces } from "./steps/workspaces/sweepWorkspaces.ts";

/** All functions called by state machines and schedules. State machines refer to them as `${planLoad}`. */
export const steps = {
  planLoad,
  ingestLoadFiles,
  checkKeys,
  commitLoad,
  commitQueuedLoads,
  removeLoad,
  failLoad,
  sweepLoads,
  compactTableFiles,
  sweepCompactions,
  eraseRows,
  sweepErasures,
  runWorkspaceExport,
  runWorkspaceImport,
  sweepTransfers,
  removeOrphanObjects,
  compressLoadedFiles,
  startObjectSweeps,
  prepareTask,
  runTask,
  failTask,
  sweepTasks,
  computeStoredQuery,
  failStoredQuery,
  sweepQueries,
  provisionWorkspace,
  failWorkspace,
  purgeWorkspace,
  eraseWorkspaceObjects,
  sweepWorkspaces,
} satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
