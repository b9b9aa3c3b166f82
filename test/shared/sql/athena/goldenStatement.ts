import { type AthenaStatement, athenaStatement } from "#shared/sql/athena/athenaStatement.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import type { DuckdbEngine } from "#shared/sql/duckdb/duckdbEngine.ts";
import { goldenTables } from "#test/shared/sql/athena/goldenQueries.ts";
import { relationResolver } from "#test/shared/sql/parquetLake.ts";

/** Returns the statement that is sent for a query over the golden tables; `engine` finds the types. */
export async function goldenStatement(query: string, engine: DuckdbEngine): Promise<AthenaStatement> {
  const compiled = await compileQuery(query, { resolve: relationResolver(goldenTables) });
  return athenaStatement(compiled, (typed) => engine.resultColumns(typed));
}
