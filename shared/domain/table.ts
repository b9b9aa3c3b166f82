import { type Column, isName, NameRule } from "@pdp/basics/columns";
import { conflict, invalidField } from "@pdp/basics/errors";
import { absentOrNull, Description, optional, ShownText } from "@pdp/basics/schemas";
import * as v from "valibot";
import { ColumnsInput } from "./columns/columnsInput.ts";
import { ColumnResponse } from "./columns/columnWire.ts";
import { type AuditStamp, applyChanges, entityFields, newAuthored } from "./fields.ts";
import { IdString } from "./id.ts";
import { type KeyRule, keyFields, keyInputFields } from "./tableKey.ts";
import type { ViewReads } from "./viewReads.ts";

export const MAX_QUERY_LENGTH = 100_000;
const RESERVED = new Set(["tasks", "information_schema"]);

export const Reference = v.pipe(
  v.string(),
  v.check(isName, `A table reference ${NameRule}`),
  v.check((name) => !RESERVED.has(name.toLowerCase()), "This reference is reserved"),
  v.metadata({
    jsonSchema: { type: "string", pattern: "^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$", examples: ["variants"] },
  }),
  v.description(
    "Name in SQL: letters, digits and underscores; at most 128 characters; must not start with a digit or two underscores, or be `tasks` or `information_schema`",
  ),
);

export const QueryText = v.pipe(
  v.string(),
  v.minLength(1, "String should have at least 1 character"),
  v.maxLength(MAX_QUERY_LENGTH, `String should have at most ${MAX_QUERY_LENGTH} characters`),
  v.description("A single `SELECT` in Trino's dialect, at most 100,000 characters"),
  v.examples(["SELECT mutations, tm_celsius FROM variants WHERE tm_celsius > 60 ORDER BY tm_celsius DESC"]),
);

/** Reference of an existing table in a request. */
export const TableReference = v.pipe(
  v.string(),
  v.description("Reference of a table or view; case-insensitive"),
  v.examples(["variants"]),
);

const Kind = v.picklist(["TABLE", "VIEW"]);

export const Table = v.object({
  ...entityFields,
  kind: Kind,
  reference: v.pipe(v.string(), v.description("Name in SQL; unique, ignoring case")),
  description: ShownText,
  columns: v.array(ColumnResponse),
  version_id: v.pipe(IdString, v.description("Its latest version")),
  rows: v.pipe(
    v.optional(v.number()),
    v.description("Number of rows of a TABLE in its latest version, across all projects; absent for a VIEW"),
  ),
  bytes: v.pipe(
    v.optional(v.number()),
    v.description("Size in bytes of the files with these rows; absent for a VIEW"),
  ),
  query: v.pipe(v.optional(v.string()), v.description("`SELECT` of a VIEW")),
  ...keyFields,
});
export type Table = v.InferOutput<typeof Table>;

/** Table or view after its reference has been released. */
export const ReleasedTable = v.object({
  ...Table.entries,
  warnings: v.pipe(
    v.array(v.string()),
    v.description("Active views that depend on it and can no longer be read; empty if there are none"),
  ),
});

export const TableCreate = v.object({
  kind: v.pipe(absentOrNull(Kind), v.description("Defaults to TABLE")),
  reference: Reference,
  description: v.pipe(optional(Description), v.examples(["PETase variants and their measurements"])),
  columns: v.pipe(absentOrNull(ColumnsInput), v.description("Columns of a TABLE; required for tables")),
  query: v.pipe(
    absentOrNull(QueryText),
    v.description("`SELECT` statement of a VIEW, which determines its columns; required for views"),
  ),
  ...keyInputFields,
});
export type TableCreate = v.InferOutput<typeof TableCreate>;

export const TableUpdate = v.object({
  kind: v.pipe(absentOrNull(Kind), v.description("Current kind; cannot be changed")),
  description: v.pipe(absentOrNull(Description), v.examples(["PETase variants and their measurements"])),
  columns: v.pipe(absentOrNull(ColumnsInput), v.description("All columns of a TABLE")),
  query: v.pipe(
    absentOrNull(QueryText),
    v.description("`SELECT` statement of a VIEW, which determines its columns"),
  ),
  ...keyInputFields,
});
export type TableUpdate = v.InferOutput<typeof TableUpdate>;

/** Returns the folded form of a reference; references are unique ignoring case. */
export function foldReference(reference: string): string {
  return reference.toLowerCase();
}

/** Tells whether a table was created by a task, that is, whether its reference starts with `tasks.`. */
export function isInternal(table: { reference: string }): boolean {
  return table.reference.includes(".");
}

/** Raises a 409 if the table was created by a task, because users cannot change such tables. */
export function requireTableOfUsers(table: Table): void {
  if (!isInternal(table)) return;
  throw conflict(
    "table_of_task",
    `The table "${table.reference}" belongs to a task and cannot be renamed, updated or archived.`,
  );
}

export interface NewTable {
  reference: string;
  description: string | null;
  columns: Column[];
  query?: string;
  reads?: ViewReads;
  key?: string[] | undefined;
  key_rule?: KeyRule | undefined;
}

export function createTable(id: string, versionId: string, fields: NewTable, stamp: AuditStamp): Table {
  return {
    ...newAuthored(id, stamp),
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

export function archiveTable(table: Table, stamp: AuditStamp): Table {
  requireActiveTable(table);
  return applyChanges(table, { archived_at: stamp.at, archived_by: stamp.by }, stamp);
}

export function unarchiveTable(table: Table, stamp: AuditStamp): Table {
  if (table.archived_at === null) {
    throw conflict("table_not_archived", `The table "${table.reference}" (${table.id}) is not archived.`);
  }
  return applyChanges(table, { archived_at: null, archived_by: null }, stamp);
}

/** Raises an error if an update changes the kind of a table; an update may only repeat the current kind. */
export function requireKind(table: Table, kind: TableUpdate["kind"]): void {
  if (!kind || kind === table.kind) return;
  throw invalidField(
    ["body", "kind"],
    `"${table.reference}" is a ${table.kind}, and its kind cannot be changed`,
    kind,
  );
}
