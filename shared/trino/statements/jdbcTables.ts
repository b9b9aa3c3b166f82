import type { Column } from "@pdp/basics/columns";
import type { RowsRelation } from "../relation.ts";
import { TRINO_RELEASE } from "../trinoRelease.ts";
import { type Type, type TypeBase, typeOfColumn, typeText } from "../types/type.ts";
import type { CatalogNames, CatalogReads, ListedTable } from "./informationTables.ts";
import { rowColumn } from "./textColumn.ts";

type Row = (string | null)[];

interface JdbcTable {
  /** Column names; those of integer columns end with `#`. */
  columns: string;
  /** Defaults to nothing. */
  reads?: CatalogReads;
  rows: (tables: readonly ListedTable[], names: CatalogNames) => Row[];
}

const NO_ROWS = (): Row[] => [];

/** Type codes in `java.sql.Types`. */
const JDBC_TYPES: Partial<Record<TypeBase, number>> = {
  boolean: 16,
  tinyint: -6,
  smallint: 5,
  integer: 4,
  bigint: -5,
  real: 7,
  double: 8,
  decimal: 3,
  char: 1,
  varchar: 12,
  varbinary: -3,
  date: 91,
  time: 92,
  timestamp: 93,
  "timestamp with time zone": 2014,
  array: 2003,
};
/** `java.sql.Types.JAVA_OBJECT`. */
const JAVA_OBJECT = 2000;

/** Columns that are NULL in every row. */
const nothing = (count: number): null[] => Array.from({ length: count }, () => null);

/** Tables in `system.jdbc` and `system.metadata` that drivers and tools read, with the same columns as in Trino. */
const TABLES: Record<string, JdbcTable> = {
  "jdbc.catalogs": { columns: "table_cat", rows: (_, { catalog }) => [[catalog]] },
  "jdbc.schemas": {
    columns: "table_schem table_catalog",
    rows: (_, { catalog, schema }) => [schema, "information_schema"].map((name) => [name, catalog]),
  },
  "jdbc.table_types": { columns: "table_type", rows: () => [["TABLE"], ["VIEW"]] },
  "jdbc.tables": {
    reads: "descriptions",
    columns:
      "table_cat table_schem table_name table_type remarks type_cat type_schem type_name self_referencing_col_name ref_generation",
    rows: (tables, { catalog, schema }) =>
      tables.map(({ reference, query, description }) => [
        catalog,
        schema,
        reference,
        query === undefined ? "TABLE" : "VIEW",
        description ?? null,
        ...nothing(5),
      ]),
  },
  "jdbc.columns": {
    reads: "columns",
    columns:
      "table_cat table_schem table_name column_name data_type# type_name column_size# buffer_length# decimal_digits# num_prec_radix# nullable# remarks column_def sql_data_type# sql_datetime_sub# char_octet_length# ordinal_position# is_nullable scope_catalog scope_schema scope_table source_data_type# is_autoincrement is_generatedcolumn",
    rows: (tables, { catalog, schema }) =>
      tables.flatMap(({ reference, columns }) =>
        columns.map((column, index) => [catalog, schema, reference, ...columnRow(column, index)]),
      ),
  },
  "jdbc.types": {
    columns:
      "type_name data_type# precision# literal_prefix literal_suffix create_params nullable# case_sensitive? searchable# unsigned_attribute? fixed_prec_scale? auto_increment? local_type_name minimum_scale# maximum_scale# sql_data_type# sql_datetime_sub# num_prec_radix#",
    rows: () =>
      Object.entries(JDBC_TYPES).map(([name, type]) => [
        name,
        `${type}`,
        ...nothing(4),
        "1",
        `${name === "varchar" || name === "char"}`,
        "3",
        ...nothing(9),
      ]),
  },
  "jdbc.attributes": { columns: "type_cat type_schem type_name attr_name data_type#", rows: NO_ROWS },
  "jdbc.procedures": {
    columns: "procedure_cat procedure_schem procedure_name remarks procedure_type# specific_name",
    rows: NO_ROWS,
  },
  "jdbc.procedure_columns": {
    columns:
      "procedure_cat procedure_schem procedure_name column_name column_type# data_type# type_name precision# length# scale# radix# nullable# remarks column_def sql_data_type# sql_datetime_sub# char_octet_length# ordinal_position# is_nullable specific_name",
    rows: NO_ROWS,
  },
  "jdbc.pseudo_columns": {
    columns:
      "table_cat table_schem table_name column_name data_type# column_size# decimal_digits# num_prec_radix# column_usage remarks char_octet_length# is_nullable",
    rows: NO_ROWS,
  },
  "jdbc.super_tables": { columns: "table_cat table_schem table_name supertable_name", rows: NO_ROWS },
  "jdbc.super_types": {
    columns: "type_cat type_schem type_name supertype_cat supertype_schem supertype_name",
    rows: NO_ROWS,
  },
  "jdbc.udts": {
    columns: "type_cat type_schem type_name class_name data_type# remarks base_type#",
    rows: NO_ROWS,
  },
  "metadata.catalogs": {
    columns: "catalog_name connector_id connector_name state",
    rows: (_, { catalog }) => [[catalog, catalog, "protein_data_platform", "OPERATIONAL"]],
  },
  "runtime.nodes": {
    columns: "node_id http_uri node_version coordinator? state",
    rows: () => [["platform", "", TRINO_RELEASE, "true", "active"]],
  },
  "runtime.queries": {
    columns:
      "query_id state user source query resource_group_id queued_time_ms# analysis_time_ms# planning_time_ms# created started last_heartbeat end error_type error_code",
    rows: NO_ROWS,
  },
  "runtime.tasks": {
    columns:
      "node_id task_id stage_id query_id state splits# queued_splits# running_splits# completed_splits# split_scheduled_time_ms# split_cpu_time_ms# split_blocked_time_ms# raw_input_bytes# raw_input_rows# processed_input_bytes# processed_input_rows# output_bytes# output_rows# physical_input_bytes# physical_written_bytes# created start last_heartbeat end",
    rows: NO_ROWS,
  },
  "runtime.transactions": {
    columns:
      "transaction_id isolation_level read_only? auto_commit_context? create_time idle_time_secs# written_catalog catalogs",
    rows: NO_ROWS,
  },
  "metadata.table_comments": {
    reads: "descriptions",
    columns: "catalog_name schema_name table_name comment",
    rows: (tables, { catalog, schema }) =>
      tables.map(({ reference, description }) => [catalog, schema, reference, description ?? null]),
  },
};

/** Returns the fields of a column row that follow the table name. */
function columnRow(column: Column, index: number): Row {
  const type = typeOfColumn(column);
  return [
    column.name,
    `${JDBC_TYPES[type.name] ?? JAVA_OBJECT}`,
    typeText(type),
    sizeOf(type),
    null,
    type.name === "timestamp" ? `${type.size ?? 3}` : null,
    type.name === "bigint" ? "10" : type.name === "double" ? "2" : null,
    column.nullable ? "1" : "0",
    column.metadata.description,
    ...nothing(3),
    type.name === "varchar" ? `${VARCHAR_SIZE}` : null,
    `${index + 1}`,
    column.nullable ? "YES" : "NO",
    ...nothing(4),
    "NO",
    "NO",
  ];
}

const VARCHAR_SIZE = 2_147_483_647;
/** Number of digits or characters in the values of a type. */
const SIZES: Partial<Record<TypeBase, number>> = {
  bigint: 19,
  double: 53,
  varchar: VARCHAR_SIZE,
  date: 14,
  timestamp: 26,
};

function sizeOf({ name }: Type): string | null {
  const size = SIZES[name];
  return size === undefined ? null : `${size}`;
}

/** Returns what a table of the `system` catalog shows of the user-created tables; undefined if there is no such table. */
export function jdbcReads(reference: string): CatalogReads | undefined {
  const table = tableOf(reference);
  return table && (table.reads ?? "nothing");
}

/** Returns the rows of a `system` catalog table that describes the tables and views of a workspace. */
export function jdbcRelation(
  reference: string,
  tables: readonly ListedTable[],
  names: CatalogNames,
): RowsRelation {
  const table = tableOf(reference);
  if (!table) throw new Error(`There is no ${reference}`);
  const columns = table.columns.split(" ").map((name) => {
    const type = name.endsWith("#") ? "INT64" : name.endsWith("?") ? "BOOL" : "STRING";
    return rowColumn(name.replace(/[#?]$/, ""), type);
  });
  return { kind: "ROWS", columns, rows: table.rows(tables, names) };
}

function tableOf(reference: string): JdbcTable | undefined {
  const [catalog, ...rest] = reference.toLowerCase().split(".");
  const name = rest.join(".");
  return catalog === "system" && Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
}
