import * as v from "valibot";
import type { Column } from "./column.ts";
import { ColumnsInput, isName, NameRule } from "./columnRules.ts";
import { ColumnResponse } from "./columnWire.ts";
import { conflict, invalidField } from "./errors.ts";
import { type Act, archivable, authored, authoredBy, changed, Description, optional } from "./fields.ts";
import { IdString } from "./id.ts";

export const LONGEST_QUERY = 100_000;
const RESERVED = new Set(["tasks", "information_schema"]);

export const Reference = v.pipe(
  v.string(),
  v.check(isName, `A table reference ${NameRule}`),
  v.check((name) => !RESERVED.has(name.toLowerCase()), "This reference is reserved"),
  v.metadata({
    jsonSchema: { type: "string", pattern: "^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$", examples: ["variants"] },
  }),
);

export const QueryText = v.pipe(
  v.string(),
  v.minLength(1, "String should have at least 1 character"),
  v.maxLength(LONGEST_QUERY, `String should have at most ${LONGEST_QUERY} characters`),
);

const Kind = v.picklist(["TABLE", "VIEW"]);

export const Table = v.object({
  ...archivable,
  ...authored,
  kind: Kind,
  reference: v.string(),
  description: v.nullable(v.string()),
  columns: v.array(ColumnResponse),
  version_id: IdString,
  query: v.optional(v.string()),
});
export type Table = v.InferOutput<typeof Table>;

export const TableCreate = v.object({
  kind: v.optional(v.nullable(Kind)),
  reference: Reference,
  description: optional(Description),
  columns: v.optional(v.nullable(ColumnsInput)),
  query: v.optional(v.nullable(QueryText)),
});
export type TableCreate = v.InferOutput<typeof TableCreate>;

export const TableUpdate = v.object({
  kind: v.optional(v.nullable(Kind)),
  description: v.optional(v.nullable(Description)),
  columns: v.optional(v.nullable(ColumnsInput)),
  query: v.optional(v.nullable(QueryText)),
});
export type TableUpdate = v.InferOutput<typeof TableUpdate>;

/** References are unique ignoring case. */
export function foldedReference(reference: string): string {
  return reference.toLowerCase();
}

/** Tables that tasks create live apart, under `tasks.`. */
export function isInternal(table: { reference: string }): boolean {
  return table.reference.includes(".");
}

export interface NewTable {
  reference: string;
  description: string | null;
  columns: Column[];
  query?: string;
}

export function createTable(id: string, versionId: string, fields: NewTable, act: Act): Table {
  return {
    ...authoredBy(id, act),
    archived_at: null,
    archived_by: null,
    kind: fields.query === undefined ? "TABLE" : "VIEW",
    ...fields,
    version_id: versionId,
  };
}

export function requireActiveTable(table: Table): void {
  if (table.archived_at === null) return;
  throw conflict("table_archived", `The table "${table.reference}" (${table.id}) is archived.`);
}

export function archiveTable(table: Table, act: Act): Table {
  requireActiveTable(table);
  return changed(table, { archived_at: act.at, archived_by: act.by }, act);
}

export function unarchiveTable(table: Table, act: Act): Table {
  if (table.archived_at === null) {
    throw conflict("table_not_archived", `The table "${table.reference}" (${table.id}) is not archived.`);
  }
  return changed(table, { archived_at: null, archived_by: null }, act);
}

/** A kind is given at creation: an update may repeat it, not change it. */
export function requireKind(table: Table, kind: TableUpdate["kind"]): void {
  if (!kind || kind === table.kind) return;
  throw invalidField(["body", "kind"], `"${table.reference}" is a ${table.kind} and stays one`, kind);
}
