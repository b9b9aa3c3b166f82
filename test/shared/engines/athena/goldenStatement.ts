import { compileQuery } from "@pdp/trino/compile";
import { type AthenaStatement, athenaStatement } from "#shared/engines/athena/athenaStatement.ts";
import type { DuckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";
import { goldenTables } from "#test/shared/engines/athena/goldenQueries.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";

/** Returns the statement that is sent for a query over the golden tables; `engine` finds the types. */
export async function goldenStatement(query: string, engine: DuckdbEngine): Promise<AthenaStatement> {
  const compiled = await compileQuery(query, { resolve: relationResolver(goldenTables) });
  return athenaStatement(compiled, (typed) => engine.resultColumns(typed));
}
