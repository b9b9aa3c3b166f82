import type { Column } from "#shared/domain/column.ts";
import { columnType } from "#shared/duckdb/columnTypes.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import type { NamedRelation } from "#shared/sql/relation.ts";

/** Returns the SQL of a table's rows: exactly its columns, in its order. Columns that a file lacks are NULL. */
export function relationSql(columns: readonly Column[], paths: readonly string[]): string {
  if (paths.length === 0) {
    const missing = columns.map(
      (column) => `CAST(NULL AS ${columnType(column)}) AS ${identifier(column.name)}`,
    );
    return `SELECT ${missing.join(", ")} WHERE false`;
  }
  // With a schema, DuckDB opens files only when it reads them, so that binding is fast with thousands of files.
  const schema = columns.map(
    ({ name, ...type }) =>
      `${literal(name)}: {'name': ${literal(name)}, 'type': ${literal(columnType(type))}, 'default_value': NULL}`,
  );
  const names = columns.map(({ name }) => identifier(name)).join(", ");
  const files = paths.map(literal).join(", ");
  return `SELECT ${names} FROM read_parquet([${files}], schema = MAP {${schema.join(", ")}}, hive_partitioning = false)`;
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
      `${identifier(relation.name)} AS NOT MATERIALIZED (${relationSql(relation.columns, pathsOf(relation))})`,
  );
  // A compiled query starts with WITH only if that is its own first clause.
  return sql.startsWith("WITH ")
    ? `WITH ${tables.join(", ")}, ${sql.slice("WITH ".length)}`
    : `WITH ${tables.join(", ")} ${sql}`;
}
