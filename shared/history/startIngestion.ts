import { type Column, foldName } from "@pdp/basics/columns";
import { conflict } from "@pdp/basics/errors";
import { storedColumns } from "@pdp/formats/proteins";
import type { Caller } from "#shared/domain/caller.ts";
import { boundColumns, extendColumns } from "#shared/domain/columns/loadColumns.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { Load, LoadFileRecord, LoadRecord, LoadTable } from "#shared/domain/loads/load.ts";
import type { IngestionPlan } from "#shared/domain/loads/loadTransitions.ts";
import { fileWarnings } from "#shared/domain/loads/loadWarnings.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { progressOf } from "#shared/store/loadProgress.ts";
import { showLoad } from "#shared/store/shownLoads.ts";
import { findTables, type TableRecord } from "#shared/store/tables.ts";
import { beginIngestion } from "#shared/store/underWay.ts";
import { findSameFiles } from "./sameFiles.ts";
import { startLoad } from "./startLoad.ts";
import { tableNotes } from "./tableNotes.ts";

type StartRule = (load: LoadRecord, plan: IngestionPlan, stamp: AuditStamp) => LoadRecord;

/**
 * Starts the ingestion of a load in the state `from`, with its current files and the tables that currently have its
 * references: a later rename does not affect it. Returns the load with its files.
 */
export async function startIngestion(
  scope: WorkspaceScope,
  caller: Caller,
  id: string,
  from: LoadRecord["state"],
  rule: StartRule,
): Promise<Load> {
  const stamp = { by: caller.userId, at: now() };
  let files: LoadFileRecord[] = [];
  const load = await beginIngestion(scope, id, async (before) => {
    const reading = filesOfLoad(scope, before.id);
    const planning = before.state === from ? planOf(scope, before, reading) : NO_PLAN;
    const [plan, current] = await Promise.all([planning, reading]);
    files = current;
    return rule(before, plan, stamp);
  });
  await startLoad(scope, load);
  return showLoad(load, files, progressOf(load, files));
}

const NO_PLAN: IngestionPlan = { tables: {}, filesOfTables: 0, warnings: [] };

async function planOf(
  scope: WorkspaceScope,
  load: LoadRecord,
  reading: Promise<readonly LoadFileRecord[]>,
): Promise<IngestionPlan> {
  const [notes, files, same] = await Promise.all([
    boundNotes(scope, load),
    reading,
    reading.then((files) => findSameFiles(scope, load, files)),
  ]);
  const compared = files.map(({ same_as: _, ...file }, index) => {
    const sameFile = same.get(files[index] as LoadFileRecord);
    return sameFile ? { ...file, same_as: sameFile } : file;
  });
  return {
    tables: notes.tables,
    filesOfTables: files.filter(({ table_reference }) => table_reference !== null).length,
    warnings: [...notes.warnings, ...fileWarnings(compared)],
  };
}

/** Returns the tables of a load, bound to existing ones, with warnings. */
async function boundNotes(scope: WorkspaceScope, { tables }: LoadRecord): ReturnType<typeof tableNotes> {
  const existing = await findTables(scope, Object.keys(tables));
  return tableNotes(scope, boundTables(tables, existing), existing);
}

/** Binds the tables of a load to the existing tables that currently have their references. */
function boundTables(
  tables: Record<string, LoadTable>,
  existing: ReadonlyMap<string, TableRecord | null>,
): Record<string, LoadTable> {
  const bound: Record<string, LoadTable> = {};
  for (const [reference, config] of Object.entries(tables)) {
    const stated = statedColumns(config.columns);
    const table = existing.get(reference) ?? null;
    if (table?.kind === "VIEW") {
      throw conflict("table_is_view", `"${reference}" is a view: rows cannot be loaded into it.`);
    }
    if (table) extendColumns(table.columns, storedColumns(stated, config.sequence_from), reference);
    const rule = table && boundRule(config.sequence_from, table.columns);
    bound[reference] = table
      ? {
          ...config,
          ...rule,
          table_id: table.id,
          columns: tightened(stated, boundColumns(table.columns, stated)),
        }
      : { ...config, table_id: null, columns: stated };
  }
  return bound;
}

/** Returns the sequence rule with the table's spelling of the column, if the table already has that column. */
function boundRule(
  rule: LoadTable["sequence_from"],
  columns: readonly Column[],
): Pick<LoadTable, "sequence_from"> {
  if (rule === undefined) return {};
  const column = columns.find((column) => foldName(column) === rule.column.toLowerCase());
  return { sequence_from: column ? { ...rule, column: column.name } : rule };
}

/** Column of a load that was declared nullable but is not nullable in its table; recorded for a later attempt. */
type BoundColumn = LoadTable["columns"][number] & { stated_nullable?: true };

function tightened(stated: LoadTable["columns"], bound: LoadTable["columns"]): BoundColumn[] {
  return bound.map((column, index) =>
    stated[index]?.nullable && !column.nullable ? { ...column, stated_nullable: true } : column,
  );
}

/** Returns the columns as declared by the load, before an earlier attempt bound them to a table. */
function statedColumns(columns: BoundColumn[]): LoadTable["columns"] {
  return columns.map(({ stated_nullable: was, ...column }) => (was ? { ...column, nullable: true } : column));
}
