import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { AuditFilter, AuditRecord } from "#shared/domain/audit/auditRecord.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import { listAuditRecords } from "#shared/store/auditRecords.ts";
import { queryStopped } from "./queryStopped.ts";

export const AUDIT_FORMATS = ["NDJSON", "PARQUET"] as const;

export interface AuditFileInput {
  filter: AuditFilter;
  format: (typeof AUDIT_FORMATS)[number];
}

/** Number of records read at a time. */
const PAGE_ITEMS = 1_000;
/** Number of records in a row group. */
const GROUP_ROWS = 20_000;

/** Writes records of requests to a file, whose bytes are the result. */
export const writeAuditFile: Job<AuditFileInput, AsyncIterable<Uint8Array>> = {
  name: "writeAuditFile",
  kind: "query",
  run: async (scope, { filter, format }, signal) => {
    const records = recordsOf(scope, filter, signal);
    return format === "NDJSON" ? ndjson(records) : parquet(records);
  },
  writeMs: () => 600_000,
  stopped: queryStopped,
};

async function* recordsOf(
  scope: WorkspaceScope,
  filter: AuditFilter,
  signal: AbortSignal,
): AsyncGenerator<AuditRecord[]> {
  for (let cursor: string | null = null; ; ) {
    signal.throwIfAborted();
    const page = await listAuditRecords(scope, filter, { limit: PAGE_ITEMS, cursor, order: "ASC" });
    if (page.items.length > 0) yield page.items;
    if (page.cursor === null) return;
    cursor = page.cursor;
  }
}

async function* ndjson(pages: AsyncIterable<AuditRecord[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages)
    yield Buffer.from(page.map((record) => `${JSON.stringify(fieldsOf(record))}\n`).join(""));
}

/** Types of the columns of a Parquet file. */
const COLUMNS = {
  id: "INT64",
  at: "TIMESTAMP",
  user_id: "STRING",
  is_machine: "BOOLEAN",
  is_staff: "BOOLEAN",
  role: "STRING",
  address: "STRING",
  client: "STRING",
  kind: "STRING",
  access: "STRING",
  object: "STRING",
  status: "INT32",
  is_complete: "BOOLEAN",
  rows: "INT64",
  bytes: "INT64",
  scanned_bytes: "INT64",
  task_seconds: "DOUBLE",
  request_id: "STRING",
} as const satisfies Record<keyof AuditRecord, string>;
const NAMES = Object.keys(COLUMNS) as (keyof AuditRecord)[];

/** Returns the fields of a record without those of its storage. */
function fieldsOf(record: AuditRecord): Record<string, unknown> {
  return Object.fromEntries(NAMES.map((name) => [name, record[name]]));
}

async function* parquet(pages: AsyncIterable<AuditRecord[]>): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const file = new ParquetWriter({ writer, schema });
  let group: AuditRecord[] = [];
  const writeGroup = async (): Promise<Uint8Array> => {
    const columnData = columnsOf(group).map(({ name, data }) => ({ name, data }));
    await file.write({ columnData, rowGroupSize: GROUP_ROWS });
    group = [];
    return take(writer);
  };
  for await (const page of pages) {
    group.push(...page);
    if (group.length >= GROUP_ROWS) yield await writeGroup();
  }
  if (group.length > 0) yield await writeGroup();
  await file.finish();
  yield take(writer);
}

/** Removes the bytes that were written so far, and returns them. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

function columnsOf(records: readonly AuditRecord[]): ColumnSource[] {
  return NAMES.map((name) => ({
    name,
    type: COLUMNS[name],
    nullable: true,
    data: records.map((record) => cellOf(name, record[name])),
  }));
}

function cellOf(name: keyof AuditRecord, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (COLUMNS[name] === "TIMESTAMP") return new Date(String(value));
  return COLUMNS[name] === "INT64" ? BigInt(String(value)) : value;
}
