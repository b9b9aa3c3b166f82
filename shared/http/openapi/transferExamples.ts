import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportRoot } from "#shared/domain/transfers/exportFormat.ts";
import type { WorkspaceExport, WorkspaceImport } from "#shared/domain/transfers/transfer.ts";

const USER = "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ";
const SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const exampleRoot: ExportRoot = {
  format: EXPORT_FORMAT,
  format_version: EXPORT_VERSION,
  workspace: { id: EXAMPLE_ID.workspace, name: "protein-lab" },
  version_id: EXAMPLE_ID.version,
  created_at: "2026-03-02T09:30:00.000Z",
  files: 412,
  bytes: 52_480_112,
  index: { sha256: SHA256, bytes: 48_120 },
};

export const exampleExport: WorkspaceExport = {
  id: EXAMPLE_ID.export,
  state: "COMPLETED",
  progress: null,
  created_at: "2026-03-02T09:30:00.000Z",
  created_by: USER,
  ended_at: "2026-03-02T09:30:12.000Z",
  expires_at: "2026-03-03T09:30:00.000Z",
  errors: [],
  export: exampleRoot,
};

export const exampleImport: WorkspaceImport = {
  id: EXAMPLE_ID.import,
  state: "COMPLETED",
  ids: "SAME",
  id_offset: 0,
  progress: null,
  created_at: "2026-03-02T10:00:00.000Z",
  created_by: USER,
  ended_at: "2026-03-02T10:04:00.000Z",
  errors: [],
  export: exampleRoot,
  received_bytes: 52_528_232,
};
