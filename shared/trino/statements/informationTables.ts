import type { Column } from "@pdp/basics/columns";
import { CATALOG, INFORMATION_SCHEMA, SCHEMA } from "../catalog.ts";
import type { RowsRelation } from "../relation.ts";
import { typeOfColumn, typeText } from "../types/type.ts";
import { rowColumn } from "./textColumn.ts";

/** Table or view in `information_schema`. */
export interface ListedTable {
  reference: string;
  columns: Column[];
  /** Query of a view. */
  query?: string;
  description?: string | null;
}

/** Names under which user-created tables are shown. */
export interface CatalogNames {
  catalog: string;
  schema: string;
  /** True for clients of Trino's protocol, which read the `comment` column of columns and the `system` catalog. */
  isForClients?: boolean;
}

const API_NAMES: CatalogNames = { catalog: CATALOG, schema: SCHEMA };

type Row = (string | null)[];

/** What a table of the catalog shows of the user-created tables: names and kinds, also with descriptions, queries of views, or all. */
export type CatalogReads = "nothing" | "names" | "descriptions" | "views" | "columns";

/** Table in `information_schema`, with the same columns as in Trino. */
interface InformationTable {
  columns: string[];
  reads: CatalogReads;
  rows: (tables: readonly ListedTable[], names: CatalogNames) => Row[];
}

const TABLES: Record<string, InformationTable> = {
  schemata: {
    columns: ["catalog_name", "schema_name"],
    reads: "nothing",
    rows: (_, { catalog, schema: ownSchema }) =>
      [ownSchema, INFORMATION_SCHEMA].map((schema) => [catalog, schema]),
  },
  tables: {
    columns: ["table_catalog", "table_schema", "table_name", "table_type"],
    reads: "names",
    rows: (tables, { catalog, schema }) => [
      ...tables.map(({ reference, query }) => [
        catalog,
        schema,
        reference,
        query === undefined ? "BASE TABLE" : "VIEW",
      ]),
      ...Object.keys(TABLES).map((name) => [catalog, INFORMATION_SCHEMA, name, "BASE TABLE"]),
    ],
  },
  views: {
    columns: ["table_catalog", "table_schema", "table_name", "view_definition"],
    reads: "views",
    rows: (tables, { catalog, schema }) =>
      tables.flatMap(({ reference, query }) =>
        query === undefined ? [] : [[catalog, schema, reference, query]],
      ),
  },
  table_privileges: {
    columns: [
      "grantor",
      "grantor_type",
      "grantee",
      "grantee_type",
      "table_catalog",
      "table_schema",
      "table_name",
      "privilege_type",
      "is_grantable",
      "with_hierarchy",
    ],
    reads: "nothing",
    rows: () => [],
  },
  roles: { columns: ["role_name"], reads: "nothing", rows: () => [] },
  enabled_roles: { columns: ["role_name"], reads: "nothing", rows: () => [] },
  applicable_roles: {
    columns: ["grantee", "grantee_type", "role_name", "is_grantable"],
    reads: "nothing",
    rows: () => [],
  },
  columns: {
    columns: [
      "table_catalog",
      "table_schema",
      "table_name",
      "column_name",
      "ordinal_position",
      "column_default",
      "is_nullable",
      "data_type",
    ],
    reads: "columns",
    rows: (tables, { catalog, schema }) => [
      ...tables.flatMap(({ reference, columns }) => columnRows(catalog, schema, reference, columns)),
      ...Object.entries(TABLES).flatMap(([name, { columns }]) =>
        columnRows(catalog, INFORMATION_SCHEMA, name, columns.map(columnNamed)),
      ),
    ],
  },
};

function columnRows(catalog: string, schema: string, table: string, columns: readonly Column[]): Row[] {
  return columns.map((column, index) => [
    catalog,
    schema,
    table,
    column.name,
    `${index + 1}`,
    null,
    column.nullable ? "YES" : "NO",
    typeText(typeOfColumn(column)),
  ]);
}

function columnNamed(name: string): Column {
  return rowColumn(name, name === "ordinal_position" ? "INT64" : "STRING");
}

/** Returns what a table of `information_schema` shows of the user-created tables; undefined if there is no such table. */
export function informationReads(reference: string): CatalogReads | undefined {
  return tableOf(reference)?.reads;
}

/** Returns the rows of an `information_schema` table that describes the tables and views of a catalog. */
export function informationRelation(
  reference: string,
  tables: readonly ListedTable[],
  names: CatalogNames = API_NAMES,
): RowsRelation {
  const table = tableOf(reference);
  if (!table) throw new Error(`There is no ${reference}`);
  const rows = table.rows(tables, names);
  if (table !== TABLES.columns || !names.isForClients) {
    return { kind: "ROWS", columns: table.columns.map(columnNamed), rows };
  }
  const comments = new Map(
    tables.flatMap(({ reference, columns }) =>
      columns.map(({ name, metadata }) => [`${reference}.${name}`, metadata.description]),
    ),
  );
  return {
    kind: "ROWS",
    columns: [...table.columns, "comment"].map(columnNamed),
    rows: rows.map((row) => [...row, comments.get(`${row[2]}.${row[3]}`) ?? null]),
  };
}

function tableOf(reference: string): InformationTable | undefined {
  const [schema, name = ""] = reference.toLowerCase().split(".");
  return schema === INFORMATION_SCHEMA && Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
}
