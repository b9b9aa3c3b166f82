import type { Operation } from "#shared/http/operations/operation.ts";
import { numberAntibodies } from "./antibodies/numberAntibodies.ts";
import { createArtifact } from "./artifacts/createArtifact.ts";
import { downloadArtifact } from "./artifacts/downloadArtifact.ts";
import { getArtifact } from "./artifacts/getArtifact.ts";
import { listArtifacts } from "./artifacts/listArtifacts.ts";
import { downloadAudit } from "./audit/downloadAudit.ts";
import { getUsage } from "./audit/getUsage.ts";
import { listAudit } from "./audit/listAudit.ts";
import { authorizeDocs } from "./auth/authorizeDocs.ts";
import { checkAuth } from "./auth/checkAuth.ts";
import { exchangeDocsCode } from "./auth/exchangeDocsCode.ts";
import { getApiStrategy } from "./auth/getApiStrategy.ts";
import { raiseError } from "./diagnostics/raiseError.ts";
import { cancelErasure } from "./erasures/cancelErasure.ts";
import { confirmErasure } from "./erasures/confirmErasure.ts";
import { downloadErasureCertificate } from "./erasures/downloadErasureCertificate.ts";
import { getErasure } from "./erasures/getErasure.ts";
import { listErasures } from "./erasures/listErasures.ts";
import { prepareErasure } from "./erasures/prepareErasure.ts";
import { exchangeIcebergToken } from "./iceberg/exchangeIcebergToken.ts";
import { getIcebergConfig } from "./iceberg/getIcebergConfig.ts";
import { getIcebergCredentials } from "./iceberg/getIcebergCredentials.ts";
import { getIcebergNamespace } from "./iceberg/getIcebergNamespace.ts";
import { listIcebergNamespaces } from "./iceberg/listIcebergNamespaces.ts";
import { listIcebergTables } from "./iceberg/listIcebergTables.ts";
import { loadIcebergTable } from "./iceberg/loadIcebergTable.ts";
import { addRadarAllowEntry } from "./idp/addRadarAllowEntry.ts";
import { receiveIdpEvent } from "./idp/receiveIdpEvent.ts";
import { revokeSessions } from "./idp/revokeSessions.ts";
import { addLoadTable } from "./loads/addLoadTable.ts";
import { createLoad } from "./loads/createLoad.ts";
import { deleteLoad } from "./loads/deleteLoad.ts";
import { downloadErrors } from "./loads/downloadErrors.ts";
import { downloadFile } from "./loads/downloadFile.ts";
import { finalizeLoad } from "./loads/finalizeLoad.ts";
import { getLoad } from "./loads/getLoad.ts";
import { listLoads } from "./loads/listLoads.ts";
import { moveLoad } from "./loads/moveLoad.ts";
import { previewData } from "./loads/previewData.ts";
import { previewFile } from "./loads/previewFile.ts";
import { previewUndo } from "./loads/previewUndo.ts";
import { redoLoad } from "./loads/redoLoad.ts";
import { removeFile } from "./loads/removeFile.ts";
import { retryLoad } from "./loads/retryLoad.ts";
import { undoLoad } from "./loads/undoLoad.ts";
import { uploadFile } from "./loads/uploadFile.ts";
import { listMembers } from "./members/listMembers.ts";
import { setMemberRole } from "./members/setMemberRole.ts";
import { createOrder } from "./orders/createOrder.ts";
import { getOrder } from "./orders/getOrder.ts";
import { listOrders } from "./orders/listOrders.ts";
import { archiveOrder, unarchiveOrder } from "./orders/orderArchive.ts";
import { writeOrderDna } from "./orders/writeOrderDna.ts";
import { writeOrderPrimers } from "./orders/writeOrderPrimers.ts";
import { createProject } from "./projects/createProject.ts";
import { getProject } from "./projects/getProject.ts";
import { getProjectSummary } from "./projects/getProjectSummary.ts";
import { listProjects } from "./projects/listProjects.ts";
import { archiveProject, unarchiveProject } from "./projects/projectArchive.ts";
import { setReferences } from "./projects/setReferences.ts";
import { updateProject } from "./projects/updateProject.ts";
import { cancelQuery } from "./query/cancelQuery.ts";
import { getQuery } from "./query/getQuery.ts";
import { getQueryResult } from "./query/getQueryResult.ts";
import { listQueries } from "./query/listQueries.ts";
import { runQuery } from "./query/runQuery.ts";
import { startQuery } from "./query/startQuery.ts";
import { createRound } from "./rounds/createRound.ts";
import { getRound } from "./rounds/getRound.ts";
import { listRounds } from "./rounds/listRounds.ts";
import { archiveRound, unarchiveRound } from "./rounds/roundArchive.ts";
import { updateRound } from "./rounds/updateRound.ts";
import { archiveStructure, unarchiveStructure } from "./structures/structureArchive.ts";
import { archiveTable } from "./tables/archiveTable.ts";
import { createTable } from "./tables/createTable.ts";
import { diffTable } from "./tables/diffTable.ts";
import { diffTableRows } from "./tables/diffTableRows.ts";
import { downloadTable } from "./tables/downloadTable.ts";
import { getTable } from "./tables/getTable.ts";
import { getTableById } from "./tables/getTableById.ts";
import { listArchivedTables } from "./tables/listArchivedTables.ts";
import { listTables } from "./tables/listTables.ts";
import { listTableVersions } from "./tables/listTableVersions.ts";
import { renameTable } from "./tables/renameTable.ts";
import { startTableDownload } from "./tables/startTableDownload.ts";
import { startTableRowDiff } from "./tables/startTableRowDiff.ts";
import { unarchiveTable } from "./tables/unarchiveTable.ts";
import { updateTable } from "./tables/updateTable.ts";
import { cancelTask } from "./tasks/cancelTask.ts";
import {
  createAnalyzeDataV1,
  createAnalyzeDataV2,
  createDiversify,
  createDiversifyV1,
  createEngineer,
  createEngineerV1,
  createPredict,
  createSelect,
  createSelectV1,
  createTrain,
  createTrainV1,
} from "./tasks/createTasks.ts";
import { getTask } from "./tasks/getTask.ts";
import { getTaskByIdempotencyKey } from "./tasks/getTaskByIdempotencyKey.ts";
import { listTasks } from "./tasks/listTasks.ts";
import { moveTask } from "./tasks/moveTask.ts";
import { recoverTask } from "./tasks/recoverTask.ts";
import { archiveTask, unarchiveTask } from "./tasks/taskArchive.ts";
import { updateTask } from "./tasks/updateTask.ts";
import { exportWorkspace, getWorkspaceExport, getWorkspaceExportFile } from "./transfers/exportOperations.ts";
import {
  getWorkspaceImport,
  importWorkspace,
  listWorkspaceImportFiles,
  startWorkspaceImport,
  uploadWorkspaceImportFile,
} from "./transfers/importOperations.ts";
import { cancelStatement } from "./trino/cancelStatement.ts";
import { getServerInfo } from "./trino/getServerInfo.ts";
import { getStatementPage } from "./trino/getStatementPage.ts";
import { startStatement } from "./trino/startStatement.ts";
import { getOverview } from "./ui/getOverview.ts";
import { recountTasks } from "./ui/recountTasks.ts";
import { sweepObjects } from "./ui/sweepObjects.ts";
import { deleteMyPicture } from "./users/deleteMyPicture.ts";
import { editMe } from "./users/editMe.ts";
import { getMe } from "./users/getMe.ts";
import { getPicture } from "./users/getPicture.ts";
import { listUsers } from "./users/listUsers.ts";
import { uploadMyPicture } from "./users/uploadMyPicture.ts";
import { listDataVersions } from "./versions/listDataVersions.ts";
import { listVersionTags } from "./versions/listVersionTags.ts";
import { tagVersion } from "./versions/tagVersion.ts";
import { untagVersion } from "./versions/untagVersion.ts";
import { createWorkspace } from "./workspaces/createWorkspace.ts";
import { getWorkspace } from "./workspaces/getWorkspace.ts";
import { getWorkspaceErasureCertificate } from "./workspaces/getWorkspaceErasureCertificate.ts";
import { getWorkspaceRecord } from "./workspaces/getWorkspaceRecord.ts";
import { listWorkspaceRecords } from "./workspaces/listWorkspaceRecords.ts";
import { updateWorkspaceCapabilities } from "./workspaces/updateWorkspaceCapabilities.ts";
import { deleteWorkspace, restoreWorkspace } from "./workspaces/workspaceDeletion.ts";
import { freezeWorkspace, unfreezeWorkspace } from "./workspaces/workspaceFreezing.ts";

/**
 * All operations of the service, in specification order: the source of the gateway routes, the OpenAPI document and the
 * deployed functions.
 */
export const operations = {
  raiseError,
  createWorkspace,
  deleteWorkspace,
  restoreWorkspace,
  freezeWorkspace,
  unfreezeWorkspace,
  getWorkspaceErasureCertificate,
  updateWorkspaceCapabilities,
  getWorkspace,
  getWorkspaceRecord,
  listWorkspaceRecords,
  getApiStrategy,
  checkAuth,
  authorizeDocs,
  exchangeDocsCode,
  getMe,
  editMe,
  listUsers,
  uploadMyPicture,
  deleteMyPicture,
  getPicture,
  receiveIdpEvent,
  revokeSessions,
  addRadarAllowEntry,
  getOverview,
  recountTasks,
  sweepObjects,
  listMembers,
  setMemberRole,
  exportWorkspace,
  getWorkspaceExport,
  getWorkspaceExportFile,
  importWorkspace,
  getWorkspaceImport,
  listWorkspaceImportFiles,
  uploadWorkspaceImportFile,
  startWorkspaceImport,
  listAudit,
  downloadAudit,
  getUsage,
  listProjects,
  createProject,
  getProject,
  getProjectSummary,
  updateProject,
  setReferences,
  archiveProject,
  unarchiveProject,
  listOrders,
  createOrder,
  getOrder,
  writeOrderDna,
  writeOrderPrimers,
  archiveOrder,
  unarchiveOrder,
  listRounds,
  createRound,
  getRound,
  updateRound,
  archiveRound,
  unarchiveRound,
  runQuery,
  startQuery,
  getQuery,
  listQueries,
  cancelQuery,
  getQueryResult,
  startStatement,
  getStatementPage,
  cancelStatement,
  getServerInfo,
  exchangeIcebergToken,
  getIcebergConfig,
  listIcebergNamespaces,
  getIcebergNamespace,
  listIcebergTables,
  loadIcebergTable,
  getIcebergCredentials,
  listTables,
  createTable,
  getTable,
  getTableById,
  downloadTable,
  renameTable,
  updateTable,
  archiveTable,
  unarchiveTable,
  listArchivedTables,
  listTableVersions,
  diffTable,
  diffTableRows,
  startTableDownload,
  startTableRowDiff,
  listDataVersions,
  tagVersion,
  listVersionTags,
  untagVersion,
  prepareErasure,
  confirmErasure,
  cancelErasure,
  getErasure,
  listErasures,
  downloadErasureCertificate,
  createLoad,
  uploadFile,
  removeFile,
  previewFile,
  previewData,
  finalizeLoad,
  retryLoad,
  listLoads,
  undoLoad,
  redoLoad,
  previewUndo,
  moveLoad,
  getLoad,
  deleteLoad,
  addLoadTable,
  downloadFile,
  downloadErrors,
  listArtifacts,
  getArtifact,
  createArtifact,
  archiveStructure,
  unarchiveStructure,
  downloadArtifact,
  listTasks,
  getTask,
  getTaskByIdempotencyKey,
  cancelTask,
  archiveTask,
  updateTask,
  moveTask,
  unarchiveTask,
  recoverTask,
  numberAntibodies,
  createAnalyzeDataV1,
  createAnalyzeDataV2,
  createTrain,
  createTrainV1,
  createDiversify,
  createDiversifyV1,
  createEngineer,
  createEngineerV1,
  createSelect,
  createSelectV1,
  createPredict,
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
