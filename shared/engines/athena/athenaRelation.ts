import { createHash } from "node:crypto";
import {
  columnType,
  containsType,
  type ItemType,
  identifier,
  itemOf,
  literal,
  SCALARS,
  type TypeSyntax,
} from "@pdp/basics/columns";
import { HIDDEN_COLUMNS, type NamedRelation, type RelationFile } from "@pdp/trino/relations";
import { DATA_FILE_PATTERN } from "#shared/objects/keys.ts";
import { trinoSyntax } from "./trinoSyntax.ts";

/** External table over an exact list of files. Its name is a digest of its definition, so the table never changes. */
export interface AthenaTable {
  name: string;
  /** Column names and types in Glue. */
  columns: { Name: string; Type: string }[];
  keys: string[];
  /** Condition on the column `__load_id` that selects the rows that count; null if all rows count. */
  rowsThatCount: string | null;
}

/**
 * Returns the tables that contain a relation's rows. Files with different sets of valid loads are in separate tables, because
 * a query in Athena cannot tell which file a row comes from.
 */
export function athenaTables({ columns, files, showsHidden }: NamedRelation): AthenaTable[] {
  const glueColumns = columns.map(({ name, ...type }) => ({
    Name: name.toLowerCase(),
    Type: columnType(type, glueSyntax),
  }));
  const physical = ["__line", "__file_id", "__load_id"].map((Name) => ({ Name, Type: "bigint" }));
  return [...Map.groupBy(files, rowsThatCount)].map(([condition, group]) => {
    const originColumns = showsHidden || condition !== null ? physical : [];
    return { ...tableOf([...glueColumns, ...originColumns], group), rowsThatCount: condition };
  });
}

function rowsThatCount({ hidden_loads = [], only_loads }: RelationFile): string | null {
  if (only_loads) return `"__load_id" IN (${only_loads.toSorted().join(", ")})`;
  return hidden_loads.length === 0 ? null : `"__load_id" NOT IN (${hidden_loads.toSorted().join(", ")})`;
}

function tableOf(columns: AthenaTable["columns"], files: readonly RelationFile[]) {
  const keys = files.map(({ key }) => key).sort();
  const hash = createHash("sha256").update(JSON.stringify([columns, keys]));
  return { name: `t_${hash.digest("hex").slice(0, 40)}`, columns, keys };
}

/** Tells whether a name belongs to a table declared by this module. */
export function isAthenaTableName(name: string): boolean {
  return /^t_[0-9a-f]{40}$/.test(name);
}

/** Glue accepts names unquoted and in lower case. */
const glueSyntax: TypeSyntax = {
  scalar: (type) => SCALARS[type].glue,
  array: (item) => `array<${item}>`,
  struct: (fields) => `struct<${fields.join(",")}>`,
  field: (name, type) => `${name.toLowerCase()}:${type}`,
};

/**
 * Returns the Trino SQL for a relation's rows, which are read from its tables if it has any rows. They have exactly the
 * relation's columns, with the platform's types, and the hidden columns if the relation shows them.
 */
export function athenaRelationSql(relation: NamedRelation, tables: readonly AthenaTable[]): string {
  if (relation.rows && relation.rows.length > 0) return rowsSql(relation, relation.rows);
  if (tables.length === 0) return `${selectSql(relation, false)} WHERE false`;
  const rows = tables.map(({ name, rowsThatCount }) => {
    const where = rowsThatCount === null ? "" : ` WHERE ${rowsThatCount}`;
    return `${selectSql(relation, true)} FROM ${identifier(name)}${where}`;
  });
  return rows.join(" UNION ALL ");
}

/** Returns the SQL for rows that are not stored in files. */
function rowsSql({ columns }: NamedRelation, rows: NonNullable<NamedRelation["rows"]>): string {
  const items = columns.map(
    (column, index) =>
      `CAST(r[${index + 1}] AS ${columnType(column, trinoSyntax)}) AS ${identifier(column.name)}`,
  );
  const texts = `CAST(json_parse(${literal(JSON.stringify(rows))}) AS ARRAY(ARRAY(VARCHAR)))`;
  return `SELECT ${items.join(", ")} FROM UNNEST(${texts}) AS t(r)`;
}

function selectSql({ columns, showsHidden }: NamedRelation, hasRows: boolean): string {
  const items = columns.map((column) => {
    const name = identifier(column.name);
    const value = hasRows ? fromTable(name, column, 0) : `CAST(NULL AS ${columnType(column, trinoSyntax)})`;
    return value === name ? name : `${value} AS ${name}`;
  });
  if (showsHidden) items.push(...hiddenSql(hasRows));
  return `SELECT ${items.join(", ")}`;
}

/**
 * Returns the hidden columns. A file with the rows of a single upload has the ids in its path; a merged file has them in
 * columns.
 */
function hiddenSql(hasRows: boolean): string[] {
  if (!hasRows) return HIDDEN_COLUMNS.map(({ name }) => `CAST(NULL AS BIGINT) AS ${identifier(name)}`);
  const idSql = (physical: string, group: number, name: string): string => {
    const ofFile = `CAST(regexp_extract("$path", ${literal(DATA_FILE_PATTERN)}, ${group}) AS BIGINT)`;
    return `coalesce(${identifier(physical)}, ${ofFile}) AS ${identifier(name)}`;
  };
  return [idSql("__load_id", 1, "$load_id"), idSql("__file_id", 2, "$file_id"), '"__line" AS "$line"'];
}

/** Converts a value of the table (a column or part of one) to the platform's type; only times differ. */
function fromTable(value: string, type: ItemType, depth: number): string {
  if (!containsType(type, ["TIMESTAMP"])) return value;
  if (type.type === "ARRAY") {
    const item = identifier(`e${depth}`);
    return `transform(${value}, (${item}) -> ${fromTable(item, itemOf(type), depth + 1)})`;
  }
  if (type.type === "STRUCT") {
    const fields = (type.columns ?? []).map((field) =>
      fromTable(`(${value}).${identifier(field.name)}`, field, depth + 1),
    );
    return `if(${value} IS NULL, NULL, CAST(ROW(${fields.join(", ")}) AS ${columnType(type, trinoSyntax)}))`;
  }
  // A BIGINT would overflow after the year 2262.
  return `CAST(from_unixtime_nanos(CAST(${value} AS DECIMAL(20, 0)) * 1000) AT TIME ZONE 'UTC' AS TIMESTAMP(6))`;
}
