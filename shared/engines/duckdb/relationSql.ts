import { type Column, columnType, identifier, literal } from "@pdp/basics/columns";
import { HIDDEN_COLUMNS, type NamedRelation, type RelationFile } from "@pdp/trino/relations";
import { dataFileSource } from "#shared/objects/keys.ts";

/**
 * Returns the SQL for a table's rows: the columns that the query names, in order, and the hidden columns if it shows them.
 * Columns missing in a file are NULL. `paths` are the local paths of its files, in order; rows of loads that do not count are
 * not returned.
 */
export function relationSql(relation: NamedRelation, paths: readonly string[]): string {
  const { showsHidden = false } = relation;
  if (relation.rows && relation.rows.length > 0) return rowsSql(relation.columns, relation.rows);
  const columns = namedColumns(relation);
  if (paths.length === 0) {
    const missing = [...columns, ...(showsHidden ? HIDDEN_COLUMNS : [])].map(
      (column) => `CAST(NULL AS ${columnType(column)}) AS ${identifier(column.name)}`,
    );
    return `SELECT ${missing.join(", ")} WHERE false`;
  }
  // With a schema, DuckDB only opens files when it reads them, so that binding is fast even with thousands of files.
  const hiddenRows = hiddenRowsSql(relation.files);
  const usesIndex = showsHidden || hiddenRows !== null;
  const schema = columns.map(({ name, ...type }) => schemaField(name, columnType(type), usesIndex));
  const selected = columns.map(({ name }) => columnSql(name, usesIndex));
  if (usesIndex) schema.push(...PHYSICAL_COLUMNS.map((name) => schemaField(name, "BIGINT", false)));
  if (showsHidden) selected.push(...hiddenSql(relation));
  const files = paths.map(literal).join(", ");
  // DuckDB does not know the row counts of unopened files, and chooses a bad join order without them.
  const count = relation.files.reduce((sum, file) => sum + file.rows, 0);
  const rows = `read_parquet([${files}], schema = MAP {${schema.join(", ")}}, explicit_cardinality = ${Math.max(1, count)}, hive_partitioning = false)`;
  const where = hiddenRows === null ? "" : ` WHERE NOT coalesce(${hiddenRows}, false)`;
  return `SELECT ${selected.join(", ")} FROM ${rows}${where}`;
}

/**
 * Returns the columns that a query names, or one column if it names none. DuckDB checks the schema twice for each query, which
 * would take longer than reading a small table.
 */
function namedColumns({ columns, named }: NamedRelation): readonly Column[] {
  const wanted = named ? columns.filter(({ name }) => named.has(name)) : columns;
  return wanted.length > 0 ? wanted : columns.slice(0, 1);
}

/**
 * Returns the SQL for rows that are not in files, built from a single string, which is faster to parse than the equivalent
 * literals.
 */
function rowsSql(columns: readonly Column[], rows: NonNullable<NamedRelation["rows"]>): string {
  const items = columns.map(
    (column, index) => `CAST(r[${index + 1}] AS ${columnType(column)}) AS ${identifier(column.name)}`,
  );
  const texts = `from_json(${literal(JSON.stringify(rows))}, '[["VARCHAR"]]')`;
  return `SELECT ${items.join(", ")} FROM (SELECT unnest(${texts}) AS r)`;
}

/** Columns of data files that identify the source of a row. */
export const PHYSICAL_COLUMNS = ["__line", "__file_id", "__load_id"] as const;

/** Returns the condition that excludes the rows of a `read_parquet` that do not count; null if all rows count. */
export function hiddenRowsSql(
  files: readonly Pick<RelationFile, "hidden_loads" | "only_loads">[],
): string | null {
  const conditions = files.flatMap(({ hidden_loads = [], only_loads }, index) => {
    const ofFile = `${FILE_INDEX} = ${index} AND "__load_id"`;
    if (only_loads) return [`(${ofFile} NOT IN (${only_loads.join(", ")}))`];
    return hidden_loads.length === 0 ? [] : [`(${ofFile} IN (${hidden_loads.join(", ")}))`];
  });
  return conditions.length === 0 ? null : conditions.join(" OR ");
}

/** DuckDB's name for the position of a row's file; an actual column of that name is read under another name. */
const FILE_INDEX = "file_index";
const OWN_FILE_INDEX = "__file_index";

function schemaField(name: string, type: string, isRenamed: boolean): string {
  const read = isRenamed && name.toLowerCase() === FILE_INDEX ? OWN_FILE_INDEX : name;
  return `${literal(name)}: {'name': ${literal(read)}, 'type': ${literal(type)}, 'default_value': NULL}`;
}

function columnSql(name: string, isRenamed: boolean): string {
  const isOwn = isRenamed && name.toLowerCase() === FILE_INDEX;
  return isOwn ? `${identifier(OWN_FILE_INDEX)} AS ${identifier(name)}` : identifier(name);
}

/**
 * Returns the hidden columns. A file with the rows of a single upload has the ids in its key; a merged file has them in
 * columns.
 */
function hiddenSql({ files }: NamedRelation): string[] {
  const sources = files.map((file) => ({ load_id: file.load_id, ...dataFileSource(file.key) }));
  const idSql = (physical: string, ids: (string | undefined)[], name: string): string => {
    const list = `CAST([${ids.map((id) => id ?? "NULL").join(", ")}] AS BIGINT[])`;
    const ofFile = `${list}[CAST(${FILE_INDEX} AS BIGINT) + 1]`;
    return `coalesce(${identifier(physical)}, ${ofFile}) AS ${identifier(name)}`;
  };
  return [
    idSql(
      "__load_id",
      sources.map(({ load_id }) => load_id),
      "$load_id",
    ),
    idSql(
      "__file_id",
      sources.map(({ file_id }) => file_id),
      "$file_id",
    ),
    '"__line" AS "$line"',
  ];
}

/** Returns the complete SQL: `sql` with its relations. `pathsOf` returns the local paths of a relation's files. */
export function executableSql(
  sql: string,
  relations: readonly NamedRelation[],
  pathsOf: (relation: NamedRelation) => readonly string[],
): string {
  if (relations.length === 0) return sql;
  const tables = relations.map(
    (relation) =>
      `${identifier(relation.name)} AS NOT MATERIALIZED (${relationSql(relation, pathsOf(relation))})`,
  );
  // A compiled query starts with WITH only if it has a WITH clause.
  return sql.startsWith("WITH ")
    ? `WITH ${tables.join(", ")}, ${sql.slice("WITH ".length)}`
    : `WITH ${tables.join(", ")} ${sql}`;
}
