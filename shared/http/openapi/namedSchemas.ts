import { ColumnType } from "@pdp/basics/columns";
import { ProjectReference, ReferenceInput, ReferencesUpdate } from "@pdp/basics/proteins";
import { FileFormat } from "@pdp/formats/options";
import * as v from "valibot";
import { AuditRecord } from "#shared/domain/audit/auditRecord.ts";
import { Usage } from "#shared/domain/audit/usage.ts";
import { ColumnShape, ItemShape } from "#shared/domain/columns/columnsInput.ts";
import { ColumnResponse, ItemResponse } from "#shared/domain/columns/columnWire.ts";
import { Context, LoadContext, TaskContext } from "#shared/domain/context.ts";
import { Erasure, ErasurePlan } from "#shared/domain/erasures/erasure.ts";
import { FilePreview, PreviewColumn, PreviewSheet } from "#shared/domain/loads/filePreview.ts";
import {
  Load,
  LoadAddTable,
  LoadCreate,
  LoadFile,
  LoadProgress,
  LoadState,
  LoadTable,
  TableConfig,
} from "#shared/domain/loads/load.ts";
import { TableDiff } from "#shared/domain/loads/tableDiff.ts";
import { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { Version, VersionKind } from "#shared/domain/loads/version.ts";
import { VersionTag } from "#shared/domain/loads/versionTag.ts";
import { Member, RoleChange } from "#shared/domain/member.ts";
import { DnaRequest, DnaResult } from "#shared/domain/orders/dnaRequest.ts";
import { Order, OrderFields, OrderSummary } from "#shared/domain/orders/order.ts";
import { PrimersRequest, PrimersResult } from "#shared/domain/orders/primersRequest.ts";
import { CreatedProject, Modality, Project, ProjectCreate, ProjectUpdate } from "#shared/domain/project.ts";
import { AssaySummary, ProjectSummary, RoundSummary } from "#shared/domain/projectSummary.ts";
import { Query, QueryCost, QueryFailure, QueryState } from "#shared/domain/queries/query.ts";
import { Round, RoundFields, RoundUpdate } from "#shared/domain/round.ts";
import { ReleasedTable, Table, TableCreate, TableUpdate } from "#shared/domain/table.ts";
import { Artifact, ArtifactType } from "#shared/domain/tasks/artifact.ts";
import { Dataset, SequenceRows, SequenceSource } from "#shared/domain/tasks/dataSources.ts";
import { AnyGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { Task, TaskState, TaskType, TaskUpdate } from "#shared/domain/tasks/task.ts";
import { WorkspaceExport, WorkspaceImport } from "#shared/domain/transfers/transfer.ts";
import { EditUser, Me, User } from "#shared/domain/user.ts";
import { CapabilityChanges, Workspace, WorkspaceCreate, WorkspaceRecord } from "#shared/domain/workspace.ts";
import * as audit from "./auditExamples.ts";
import * as erasures from "./erasureExamples.ts";
import * as story from "./examples.ts";
import type { NamedSchemas } from "./jsonSchema.ts";
import * as loads from "./loadExamples.ts";
import * as orders from "./orderExamples.ts";
import * as transfers from "./transferExamples.ts";

const ErrorBody = v.object({
  detail: v.pipe(v.string(), v.description("User-facing message with advice")),
  code: v.pipe(v.string(), v.description("Stable machine-readable code in snake_case")),
  error_id: v.pipe(v.string(), v.description("Id of the request in the service log")),
  position: v.pipe(
    v.optional(v.object({ line: v.number(), column: v.number() })),
    v.description("Position in the request's SQL, with one-based line and column"),
  ),
});

const ValidationError = v.object({
  loc: v.pipe(
    v.array(v.union([v.string(), v.number()])),
    v.description("Location of the problem: `query` or `body`, then names and positions"),
  ),
  msg: v.pipe(v.string(), v.description("User-facing message with advice")),
  type: v.pipe(v.string(), v.description("Stable machine-readable code in snake_case")),
  input: v.pipe(v.optional(v.unknown()), v.description("The invalid input, truncated if long")),
  ctx: v.optional(v.looseObject({})),
});

/** Schemas that are named in the document; generated clients use the names. */
export const namedSchemas = {
  Artifact,
  ArtifactType,
  AssaySummary,
  Column: ColumnResponse,
  ColumnInput: ColumnShape,
  ColumnType,
  Context,
  CreatedProject,
  CurrentUser: Me,
  Error: ErrorBody,
  FileFormat,
  FilePreview,
  Generator: AnyGenerator,
  HTTPValidationError: v.object({ detail: v.array(ValidationError) }),
  ItemType: ItemResponse,
  ItemTypeInput: ItemShape,
  Load,
  LoadAddTable,
  LoadContext,
  LoadCreate,
  LoadFile,
  LoadProgress,
  LoadState,
  LoadTable,
  LoadTableInput: TableConfig,
  Modality,
  AuditRecord,
  Member,
  RoleChange,
  Order,
  Usage,
  OrderCreate: OrderFields,
  OrderDna: DnaResult,
  OrderDnaRequest: DnaRequest,
  OrderPrimers: PrimersResult,
  OrderPrimersRequest: PrimersRequest,
  OrderSummary,
  PreviewColumn,
  PreviewSheet,
  Project,
  ProjectCreate,
  ProjectSummary,
  ProjectReference,
  ProjectReferenceInput: ReferenceInput,
  ProjectReferencesUpdate: ReferencesUpdate,
  ProjectUpdate,
  Query,
  QueryCost,
  QueryFailure,
  QueryState,
  ReleasedTable,
  Round,
  RoundCreate: RoundFields,
  RoundSummary,
  RoundUpdate,
  SequenceRows,
  SequenceSource,
  Table,
  TableCreate,
  TableDiff,
  TableSource: Dataset,
  TableUpdate,
  Task,
  TaskContext,
  TaskState,
  TaskType,
  TaskUpdate,
  UndoPreview,
  User,
  UserUpdate: EditUser,
  ValidationError,
  Version,
  VersionKind,
  VersionTag,
  Erasure,
  ErasurePlan,
  Workspace,
  WorkspaceCapabilityChanges: CapabilityChanges,
  WorkspaceCreate,
  WorkspaceExport,
  WorkspaceImport,
  WorkspaceRecord,
} satisfies NamedSchemas;

/** Examples of whole schemas, used if the examples of the fields do not combine well. */
export const namedExamples: Partial<Record<keyof typeof namedSchemas, unknown>> = {
  Artifact: story.exampleArtifact,
  AuditRecord: audit.exampleAuditRecord,
  Column: story.exampleColumn,
  ColumnInput: story.exampleColumnInput,
  Context: loads.exampleContext,
  CreatedProject: story.exampleProject,
  CurrentUser: story.exampleUser,
  ItemType: { type: "FLOAT64", nullable: true },
  ItemTypeInput: { type: "FLOAT64" },
  FilePreview: loads.exampleFilePreview,
  Load: loads.exampleLoad,
  LoadFile: loads.exampleLoadFile,
  LoadProgress: loads.exampleLoadProgress,
  LoadTable: loads.exampleLoadTable,
  LoadTableInput: loads.exampleTableConfig,
  Member: audit.exampleMember,
  Order: orders.exampleOrder,
  OrderCreate: orders.exampleOrderCreate,
  OrderDna: orders.exampleOrderDna,
  OrderPrimers: orders.exampleOrderPrimers,
  OrderSummary: orders.exampleOrderSummary,
  Project: story.exampleProject,
  ProjectSummary: story.exampleProjectSummary,
  ProjectReference: story.exampleReference,
  Query: story.exampleQuery,
  Round: story.exampleRound,
  ReleasedTable: { ...story.exampleTable, warnings: [] },
  Table: story.exampleTable,
  TableCreate: story.exampleTableCreate,
  TableDiff: loads.exampleTableDiff,
  TableUpdate: story.exampleTableUpdate,
  Task: story.exampleTask,
  UndoPreview: loads.exampleUndoPreview,
  Usage: audit.exampleUsage,
  User: story.exampleUser,
  Version: story.exampleVersion,
  VersionTag: story.exampleVersionTag,
  Erasure: erasures.exampleErasure,
  ErasurePlan: erasures.exampleErasurePlan,
  Workspace: story.exampleWorkspace,
  WorkspaceExport: transfers.exampleExport,
  WorkspaceImport: transfers.exampleImport,
  WorkspaceRecord: story.exampleWorkspaceRecord,
};
