import { type Column, identifier, literal } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import type { CompiledQuery, ExecutableQuery, RelationFile } from "@pdp/trino/relations";
import { sortDirection } from "@pdp/trino/write";
import type { ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";
import { addSortColumns, type SortKey } from "./addSortColumns.ts";
import { type AthenaTable, athenaRelationSql, athenaTables } from "./athenaRelation.ts";
import { type TransferType, transferColumn, transferTypeOf } from "./transferType.ts";
import { writeTrinoQuery } from "./writeTrinoQuery.ts";

/** Maximum length of an Athena statement, in bytes. */
export const MAX_BYTES = 262_144;

/** Query for Athena, and how to read its result. */
export interface AthenaStatement {
  /** Tables that must be declared. */
  tables: AthenaTable[];
  /** One SELECT with the columns `c0`, `c1`, …, in types that Parquet stores without loss. */
  sql: string;
  /** Returns the query that reads the files written by the SELECT: the result in order, with its final columns. */
  reading: (files: RelationFile[]) => ExecutableQuery;
}

/**
 * Translates a query for Athena. `typesOf` returns the columns that DuckDB infers for a query text over the query's relations.
 */
export async function athenaStatement(
  query: CompiledQuery,
  typesOf: (query: ExecutableQuery) => Promise<ResultColumn[]>,
): Promise<AthenaStatement> {
  const columns = await typesOf(query);
  const names = columns.map(({ name }) => name);
  const sorted = addSortColumns(query.tree.query, names);
  const all =
    sorted.added === 0 ? columns : await typesOf({ ...query, sql: query.tree.duckdbSql(sorted.query) });
  const types = query.tree.typesOf(sorted.query);
  const transferTypes = all.map((column, index) => transferTypeOf(column, types[index]));
  const tables = query.relations.map(athenaTables);
  const relations = query.relations.map(
    (relation, index) =>
      `${identifier(relation.name)} AS (${athenaRelationSql(relation, tables[index] ?? [])})`,
  );
  const views = query.tree.views.map(
    ({ name, tree }) => `${identifier(name)} AS (${writeTrinoQuery(tree.query, tree)})`,
  );
  const inner = writeTrinoQuery(sorted.query, query.tree, [...relations, ...views]);
  return {
    tables: tables.flat(),
    sql: transferSql(inner, transferTypes),
    reading: (files) => ({
      sql: selectSql(transferTypes, names, sorted.keys),
      relations: [{ name: "t1", columns: transferColumns(transferTypes), files }],
      text: query.text,
    }),
  };
}

/** Returns the complete statement: an UNLOAD of the SELECT to Parquet files under `location`, which must be empty. */
export function unloadSql(sql: string, location: string): string {
  const text = `UNLOAD (${sql}) TO ${literal(location)} WITH (format = 'PARQUET', compression = 'SNAPPY')`;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return text;
  throw new DomainError(
    "malformed",
    "query_too_complex",
    `With its tables and views expanded, the query has ${bytes} bytes, but at most ${MAX_BYTES} are allowed. Read fewer columns, or split the query.`,
  );
}

function transferSql(inner: string, transferTypes: readonly TransferType[]): string {
  const names = transferTypes.map((_, index) => transferName(index));
  const items = transferTypes.map(
    ({ trino, write }, index) =>
      `CAST(${write?.(`${names[index]}`) ?? names[index]} AS ${trino}) AS ${names[index]}`,
  );
  return `SELECT ${items.join(", ")} FROM (${inner}) AS "_result"(${names.join(", ")})`;
}

function selectSql(
  transferTypes: readonly TransferType[],
  names: readonly string[],
  keys: readonly SortKey[],
): string {
  // Qualified with the table name, since a result column may also be named c0.
  const values = transferTypes.map(({ read }, index) => read(`"t1".${transferName(index)}`));
  const items = names.map((name, index) => `${values[index]} AS ${identifier(name)}`);
  const order = keys.map(
    ({ index, descending, nullsFirst }) => `${values[index]} ${sortDirection(descending, nullsFirst)}`,
  );
  return `SELECT ${items.join(", ")} FROM "t1"${order.length > 0 ? ` ORDER BY ${order.join(", ")}` : ""}`;
}

function transferColumns(transferTypes: readonly TransferType[]): Column[] {
  return transferTypes.map(({ item }, index) => transferColumn(`c${index}`, item));
}

function transferName(index: number): string {
  return identifier(`c${index}`);
}
