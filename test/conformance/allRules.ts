import type { Rule } from "./rule.ts";
import { accessRules } from "./rules/accessRules.ts";
import { artifactRules } from "./rules/artifactRules.ts";
import { auditRules } from "./rules/auditRules.ts";
import { cellRules } from "./rules/cellRules.ts";
import { clientRules } from "./rules/clientRules.ts";
import { columnRules } from "./rules/columnRules.ts";
import { combinationRules } from "./rules/combinationRules.ts";
import { compatibilityRules } from "./rules/compatibilityRules.ts";
import { conventionRules } from "./rules/conventionRules.ts";
import { dataParameterRules } from "./rules/dataParameterRules.ts";
import { decidedRules } from "./rules/decidedRules.ts";
import { designRules } from "./rules/designRules.ts";
import { documentationRules } from "./rules/documentationRules.ts";
import { downloadRules } from "./rules/downloadRules.ts";
import { erasureRules } from "./rules/erasureRules.ts";
import { errorRules } from "./rules/errorRules.ts";
import { fileRules } from "./rules/fileRules.ts";
import { freezeRules } from "./rules/freezeRules.ts";
import { generatorFormRules } from "./rules/generatorFormRules.ts";
import { generatorParameterRules } from "./rules/generatorParameterRules.ts";
import { icebergRules } from "./rules/icebergRules.ts";
import { importRules } from "./rules/importRules.ts";
import { interfaceRules } from "./rules/interfaceRules.ts";
import { keyRules } from "./rules/keyRules.ts";
import { listRules } from "./rules/listRules.ts";
import { loadFileRules } from "./rules/loadFileRules.ts";
import { loadRules } from "./rules/loadRules.ts";
import { loadStateRules } from "./rules/loadStateRules.ts";
import { memberRules } from "./rules/memberRules.ts";
import { moveRules } from "./rules/moveRules.ts";
import { mutationRules } from "./rules/mutationRules.ts";
import { nameRules } from "./rules/nameRules.ts";
import { orderRules } from "./rules/orderRules.ts";
import { originRules } from "./rules/originRules.ts";
import { overviewRules } from "./rules/overviewRules.ts";
import { parameterShapeRules } from "./rules/parameterShapeRules.ts";
import { plannedRules } from "./rules/plannedRules.ts";
import { predictRules } from "./rules/predictRules.ts";
import { projectRules } from "./rules/projectRules.ts";
import { providerRules } from "./rules/providerRules.ts";
import { queryRules } from "./rules/queryRules.ts";
import { rankerParameterRules } from "./rules/rankerParameterRules.ts";
import { requestRules } from "./rules/requestRules.ts";
import { retentionRules } from "./rules/retentionRules.ts";
import { roundRules } from "./rules/roundRules.ts";
import { rowDiffRules } from "./rules/rowDiffRules.ts";
import { sessionRules } from "./rules/sessionRules.ts";
import { shapeRules } from "./rules/shapeRules.ts";
import { sqlShapeRules } from "./rules/sqlShapeRules.ts";
import { staffRules } from "./rules/staffRules.ts";
import { storedQueryRules } from "./rules/storedQueryRules.ts";
import { summaryRules } from "./rules/summaryRules.ts";
import { tableRules } from "./rules/tableRules.ts";
import { tagRules } from "./rules/tagRules.ts";
import { taskDataRules } from "./rules/taskDataRules.ts";
import { taskKeyRules } from "./rules/taskKeyRules.ts";
import { taskListRules } from "./rules/taskListRules.ts";
import { taskRules } from "./rules/taskRules.ts";
import { taskStateRules } from "./rules/taskStateRules.ts";
import { taskUpdateRules } from "./rules/taskUpdateRules.ts";
import { trainRules } from "./rules/trainRules.ts";
import { transferRules } from "./rules/transferRules.ts";
import { trinoRules } from "./rules/trinoRules.ts";
import { uploadRules } from "./rules/uploadRules.ts";
import { userRules } from "./rules/userRules.ts";
import { versionRules } from "./rules/versionRules.ts";
import { viewRules } from "./rules/viewRules.ts";
import { warningRules } from "./rules/warningRules.ts";
import { workspaceRules } from "./rules/workspaceRules.ts";
import { workspaceStateRules } from "./rules/workspaceStateRules.ts";

/** Rules in the table, by file; each file has a separate lab. */
export const ruleSets: Readonly<Record<string, readonly Rule[]>> = {
  accessRules,
  artifactRules,
  auditRules,
  cellRules,
  clientRules,
  columnRules,
  combinationRules,
  compatibilityRules,
  conventionRules,
  dataParameterRules,
  decidedRules,
  designRules,
  documentationRules,
  downloadRules,
  erasureRules,
  errorRules,
  fileRules,
  freezeRules,
  generatorFormRules,
  generatorParameterRules,
  icebergRules,
  importRules,
  interfaceRules,
  keyRules,
  listRules,
  loadFileRules,
  loadRules,
  loadStateRules,
  memberRules,
  mutationRules,
  moveRules,
  nameRules,
  orderRules,
  originRules,
  overviewRules,
  parameterShapeRules,
  plannedRules,
  predictRules,
  projectRules,
  providerRules,
  queryRules,
  rankerParameterRules,
  requestRules,
  retentionRules,
  roundRules,
  rowDiffRules,
  sessionRules,
  shapeRules,
  sqlShapeRules,
  staffRules,
  storedQueryRules,
  summaryRules,
  tableRules,
  tagRules,
  taskDataRules,
  taskKeyRules,
  taskListRules,
  taskRules,
  taskStateRules,
  taskUpdateRules,
  trainRules,
  transferRules,
  trinoRules,
  uploadRules,
  userRules,
  versionRules,
  viewRules,
  warningRules,
  workspaceRules,
  workspaceStateRules,
};

/** The whole table. */
export const allRules: readonly Rule[] = Object.values(ruleSets).flat();
