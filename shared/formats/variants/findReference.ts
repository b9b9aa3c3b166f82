import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, literal } from "@pdp/basics/columns";
import { ReferenceFinder } from "./referenceFinder.ts";
import type { SequenceFrom } from "./sequenceFrom.ts";

/**
 * Returns the reference of a rule: an explicit one, or the one in a column of the file. Throws `UnreadableText` if the file
 * has none.
 */
export async function findReference(
  connection: DuckDBConnection,
  { reference, mutations }: SequenceFrom,
  path: string,
): Promise<string> {
  const { monomer, column } = reference;
  if (monomer !== undefined) return monomer;
  if (column === undefined) throw new Error("The reference of the project was not read");
  const finder = new ReferenceFinder(column);
  const code = typeof mutations === "string" ? identifier(mutations) : "NULL";
  const result = await connection.stream(
    `SELECT ${identifier(column)} AS sequence, ${code} AS code FROM read_parquet(${literal(path)})`,
  );
  for await (const chunk of result.yieldRowsJson()) {
    for (const [sequence = null, code = null] of chunk as (string | null)[][]) finder.take(sequence, code);
    if (finder.isSettled) break;
  }
  return finder.reference();
}
