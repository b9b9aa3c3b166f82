import type { Column } from "@pdp/basics/columns";
import type { ProjectReference } from "@pdp/basics/proteins";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import type { VersionTag } from "#shared/domain/loads/versionTag.ts";
import type { Project } from "#shared/domain/project.ts";
import type { ProjectSummary } from "#shared/domain/projectSummary.ts";
import type { Query } from "#shared/domain/queries/query.ts";
import type { Round } from "#shared/domain/round.ts";
import type { Table } from "#shared/domain/table.ts";
import type { Artifact } from "#shared/domain/tasks/artifact.ts";
import type { Task } from "#shared/domain/tasks/task.ts";
import type { User } from "#shared/domain/user.ts";
import type { Workspace, WorkspaceRecord } from "#shared/domain/workspace.ts";

/**
 * Shared scenario of all examples in the API document: a laboratory improves the stability of PETase. It measures all single
 * substitutions of a round, loads the plate reader's file into the table `variants`, and trains a model on it.
 */

export const USER = "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ";

function auditFields(at: string) {
  return { created_at: at, created_by: USER, updated_at: at, updated_by: USER };
}

const active = { archived_at: null, archived_by: null };

export const exampleWorkspace: Workspace = {
  errors: [],
  id: EXAMPLE_ID.workspace,
  ...auditFields("2026-02-02T08:00:00.000Z"),
  name: "protein-lab",
  display_name: "Protein Engineering Lab",
  state: "READY",
  picture_file_id: null,
  capabilities: { can_generate_variants: true },
};

export const exampleWorkspaceRecord: WorkspaceRecord = {
  id: EXAMPLE_ID.workspace,
  ...auditFields("2026-02-02T08:00:00.000Z"),
  name: "protein-lab",
  region: "EU",
  region_api_url: "https://eu.api.example.org",
  idp_org_id: "org_01KJ6Z1A4C7E9GHJKMNPQRSTVW",
  deleted_at: null,
  deleted_by: null,
};

export const exampleReference: ProjectReference = {
  name: "wild-type",
  monomer: "MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARGPNPTAASLEASAGPFTVRS",
  first_position: 1,
  positions: null,
  description: null,
};

export const exampleProject: Project = {
  ...active,
  id: EXAMPLE_ID.project,
  ...auditFields("2026-03-02T09:30:00.000Z"),
  name: "PETase-thermostability",
  description: "Keep PETase active at 65 °C",
  modality: { kind: "ENZYME" },
  references: [exampleReference],
};

const noTasks = { pending: 0, completed: 0, failed: 0, cancelled: 0 };

export const exampleProjectSummary: ProjectSummary = {
  project_id: EXAMPLE_ID.project,
  rounds: [
    {
      round_id: EXAMPLE_ID.round,
      name: "Round 1: site saturation",
      archived_at: null,
      ...{ loads: 3, rows: 266, designs: 48, designs_measured: 45 },
      tasks: { ...noTasks, completed: 2 },
    },
  ],
  outside_rounds: { loads: 0, rows: 0, tasks: noTasks, designs: 0, designs_measured: 0 },
  assays: [
    {
      ...{ assay_id: "tm_celsius", name: "Melting temperature", unit: "°C", task_id: EXAMPLE_ID.task },
      ...{ direction: "MAXIMIZE", target: null, best_value: 64.2, best_sequence: "MNFPRASRLMQAAVLGGLMAVSA" },
      ...{ sequences: 240, values: 266, problem: null },
    },
  ],
  is_complete: true,
};

export const exampleRound: Round = {
  ...active,
  id: EXAMPLE_ID.round,
  ...auditFields("2026-03-02T09:41:00.000Z"),
  project_id: EXAMPLE_ID.project,
  name: "Round 1: site saturation",
  description: "All single substitutions at 14 positions near the active site",
};

function column(name: string, type: Column["type"], nullable: boolean, description: string): Column {
  return { type, name, nullable, metadata: { description, deprecated: false } };
}

export const exampleColumn = column("tm_celsius", "FLOAT64", true, "Melting temperature in °C");

export const exampleColumns = [
  column("mutations", "STRING", false, "Substitutions, joined by a colon"),
  column("sequence", "STRING", false, "Amino acids in one-letter code"),
  exampleColumn,
];

export const exampleColumnInput = {
  type: "FLOAT64",
  nullable: true,
  name: "tm_celsius",
  metadata: { description: "Melting temperature in °C" },
  source_name: "Tm (°C)",
} as const;

export const exampleTable: Table = {
  ...active,
  id: EXAMPLE_ID.table,
  ...auditFields("2026-03-09T14:08:00.000Z"),
  kind: "TABLE",
  reference: "variants",
  description: "PETase variants and their measurements",
  columns: exampleColumns,
  version_id: EXAMPLE_ID.version,
  rows: 266,
  bytes: 31_604,
};

export const exampleVersionTag: VersionTag = {
  name: "paper-2026",
  version_id: EXAMPLE_ID.version,
  created_at: "2026-05-04T10:00:00.000Z",
  created_by: USER,
};

export const exampleVersion: Version = {
  id: EXAMPLE_ID.version,
  kind: "LOAD",
  created_at: "2026-03-09T14:08:02.000Z",
  created_by: USER,
  load_id: EXAMPLE_ID.load,
  tables: [{ table_id: EXAMPLE_ID.table, reference: "variants", rows: 266, rows_added: 94, rows_removed: 0 }],
};

export const exampleTableCreate = {
  kind: "TABLE",
  reference: exampleTable.reference,
  description: exampleTable.description,
  columns: [
    { name: "mutations", type: "STRING", nullable: false },
    { name: "sequence", type: "STRING", nullable: false },
    { name: "tm_celsius", type: "FLOAT64", metadata: { description: "Melting temperature in °C" } },
  ],
} as const;

export const exampleTableUpdate = {
  description: exampleTable.description,
  columns: [
    ...exampleTableCreate.columns,
    { name: "activity", type: "FLOAT64", metadata: { description: "Product at 65 °C after 1 h, in µmol" } },
  ],
} as const;

export const exampleUser: User = {
  type: "user",
  user_id: USER,
  name: "Ada Example",
  email: "ada@example.org",
  picture: "https://api.example.org/users/picture?key=5b1f0c7e9a3d4286b0f1e2d3c4a59687",
  picture_file_id: EXAMPLE_ID.picture,
  user_type: "USER",
  last_sign_in_at: "2026-03-11T08:02:11.000Z",
};

const reference = { monomer: "MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARGPNPTAASLEASAGPFTVRSFTVSRPSGYGAGTVYYPTNAG" };

export const exampleTask: Task = {
  errors: [],
  ...active,
  id: EXAMPLE_ID.task,
  created_at: "2026-03-11T08:15:00.000Z",
  created_by: USER,
  updated_at: "2026-03-11T08:21:40.000Z",
  updated_by: USER,
  type: "train/v2",
  context: { kind: "PROJECT", project_id: EXAMPLE_ID.project },
  display_name: "Stability model, round 1",
  idempotency_key: "round-1-train",
  description: null,
  data_load_id: null,
  data_snapshots: { dataset: EXAMPLE_ID.snapshot },
  data_versions: { variants: EXAMPLE_ID.version },
  parameters: {
    dataset: { kind: "TABLE", table: "variants" },
    reference,
    assays: [{ assay_id: "tm_celsius", unit: "°C", scale_type: "ADDITIVE" }],
  },
  result: {
    models: {
      kind: "MONOMER",
      sampler: { artifact_id: EXAMPLE_ID.sampler },
      conditioned_sampler: null,
      scorer: { artifact_id: EXAMPLE_ID.scorer },
    },
    report: { artifact_id: EXAMPLE_ID.report },
  },
  state: "COMPLETED",
  started_at: "2026-03-11T08:15:02.000Z",
  ended_at: "2026-03-11T08:21:40.000Z",
  progress: { fraction: 1, phase: "DONE", step: null, num_steps: null },
  status_details: null,
};

export const exampleArtifact: Artifact = {
  id: EXAMPLE_ID.report,
  created_at: "2026-03-11T08:21:40.000Z",
  created_by: USER,
  context: { kind: "PROJECT", project_id: EXAMPLE_ID.project },
  type: "report/v1",
  data: { title: "Stability model, round 1", rows: 266, assays: { tm_celsius: { spearman: 0.71 } } },
  producer: { kind: "TASK", task_id: EXAMPLE_ID.task },
};

export const exampleQuery: Query = {
  id: EXAMPLE_ID.query,
  state: "COMPLETED",
  query: "SELECT mutations, tm_celsius FROM variants",
  format: "PARQUET",
  arrow_compression: null,
  project_id: null,
  version_id: null,
  created_at: "2026-03-02T10:00:00.000Z",
  created_by: USER,
  started_at: "2026-03-02T10:00:00.214Z",
  ended_at: "2026-03-02T10:03:12.530Z",
  expires_at: "2026-03-03T10:00:00.000Z",
  progress: { bytes_read: 4_812_544, bytes_total: 4_812_544, bytes_written: 91_204 },
  cost: { files: 12, bytes_read: 4_812_544 },
  result: { bytes: 91_204 },
  error: null,
};
