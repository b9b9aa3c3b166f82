import type { Column } from "@pdp/basics/columns";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import type { FilePreview, PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { Load, LoadFile, LoadProgress, LoadTable } from "#shared/domain/loads/load.ts";
import type { TableDiff } from "#shared/domain/loads/tableDiff.ts";
import type { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { exampleColumn, exampleColumnInput, exampleColumns, exampleVersion, USER } from "./examples.ts";

/** Examples of loads and the resources they change, in the scenario shared by all examples. */

export const exampleLoadFile: LoadFile = {
  id: EXAMPLE_ID.file,
  created_at: "2026-03-09T14:06:30.000Z",
  created_by: USER,
  filepath: "round1/plate-07.csv",
  size: 48_213,
  table_reference: "variants",
  source_file_id: EXAMPLE_ID.rawFile,
  description: "Plate 7, melting curves evaluated",
};

export const exampleLoadProgress: LoadProgress = {
  phase: "READING",
  files_done: 0,
  files: 1,
  bytes_done: 0,
  bytes: 48_213,
  rows_done: 0,
};

const rawFile: LoadFile = {
  ...exampleLoadFile,
  id: EXAMPLE_ID.rawFile,
  created_at: "2026-03-09T14:06:10.000Z",
  filepath: "round1/plate-07.raw.xlsx",
  size: 1_204_377,
  table_reference: null,
  source_file_id: null,
  description: "Plate 7, original instrument output",
};

export const exampleLoadTable: LoadTable = {
  columns: exampleColumns.map((each) =>
    each === exampleColumn ? { ...each, source_name: "Tm (°C)" } : each,
  ),
  format: "CSV",
  table_id: EXAMPLE_ID.table,
};

/** Example of a table configuration in a load request. */
export const exampleTableConfig = {
  columns: [
    { name: "mutations", type: "STRING", nullable: false },
    { name: "sequence", type: "STRING", nullable: false },
    exampleColumnInput,
  ],
  format: "CSV",
} as const;

export const exampleFilePreview: FilePreview = {
  format: "CSV",
  compression: null,
  encoding: "UTF-8",
  delimiter: ",",
  decimal: ".",
  header_row: 1,
  sheets: [],
  sections: [],
  instrument: null,
  columns: [
    previewed("mutations", "mutations", "STRING", {}),
    previewed("sequence", "sequence", "STRING", { kind: "AMINO_ACIDS" }),
    previewed("Tm (°C)", "tm_celsius", "FLOAT64", { nullable: true, unit: "°C", missing_values: ["n.d."] }),
  ],
  missing_values: ["n.d."],
  rows: [
    ["S238A", "MNFPRASRLMQ", "58.9"],
    ["S238F", "MNFPRASRLMQ", "n.d."],
  ],
  rows_read: 2,
  is_whole: true,
  problems: [],
  problem_groups: [],
  warnings: [],
  decisions: [
    {
      subject: "MISSING",
      name: "tm_celsius",
      certainty: "LIKELY",
      reason: 'tm_celsius: "n.d." is read as a missing value.',
      alternatives: ["Load tm_celsius as text"],
    },
  ],
  replicates: [],
  replicates_query: null,
  pairs_query: null,
  config: {
    columns: [
      { name: "mutations", type: "STRING", nullable: true },
      { name: "sequence", type: "STRING", nullable: true },
      {
        name: "tm_celsius",
        type: "FLOAT64",
        nullable: true,
        metadata: { description: "Tm (°C)" },
        source_name: "Tm (°C)",
        missing_values: ["n.d."],
      },
    ],
    format: "CSV",
  },
};

function previewed(
  source_name: string,
  name: string,
  type: Column["type"],
  more: Partial<PreviewColumn>,
): PreviewColumn {
  const none = {
    unit: null,
    kind: null,
    type_reason: null,
    missing_values: [],
    exceptions: [],
    proposals: [],
  };
  return { source_name, name, type, nullable: false, ...none, ...more };
}

export const exampleContext = {
  kind: "ROUND",
  round_id: EXAMPLE_ID.round,
  project_id: EXAMPLE_ID.project,
} as const;

export const exampleLoad: Load = {
  errors: [],
  id: EXAMPLE_ID.load,
  created_at: "2026-03-09T14:05:00.000Z",
  created_by: USER,
  updated_at: "2026-03-09T14:08:02.000Z",
  updated_by: USER,
  context: exampleContext,
  tables: { variants: exampleLoadTable },
  state: "COMPLETED",
  is_active: true,
  files: [rawFile, exampleLoadFile],
};

export const exampleTableDiff: TableDiff = {
  table_id: EXAMPLE_ID.table,
  reference: "variants",
  from: {
    version_id: EXAMPLE_ID.earlierVersion,
    created_at: "2026-03-05T10:12:40.000Z",
    rows: 172,
    bytes: 20_931,
  },
  to: { version_id: EXAMPLE_ID.version, created_at: exampleVersion.created_at, rows: 266, bytes: 31_604 },
  rows_added: 94,
  rows_removed: 0,
  loads: [{ load_id: EXAMPLE_ID.load, rows_added: 94, rows_removed: 0 }],
  more_loads: 0,
  columns_added: ["tm_celsius"],
  changes: [exampleVersion],
  more_changes: false,
};

export const exampleUndoPreview: UndoPreview = {
  load_id: EXAMPLE_ID.load,
  action: "UNDO",
  tables: [
    {
      table_id: EXAMPLE_ID.table,
      reference: "variants",
      archived_at: null,
      rows: 94,
      rows_before: 266,
      rows_after: 172,
    },
  ],
  later_loads: [],
  more_later_loads: 0,
  tasks: [
    {
      task_id: EXAMPLE_ID.task,
      type: "train/v2",
      state: "COMPLETED",
      display_name: "Stability model, round 1",
      inputs: ["dataset"],
    },
  ],
  more_tasks: false,
  views: [{ table_id: EXAMPLE_ID.view, reference: "best" }],
};
