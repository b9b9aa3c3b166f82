import type { ExecutableQuery } from "@pdp/trino/relations";
import type { QueryRun } from "./queryRun.ts";
import { executableSql } from "./relationSql.ts";
import { type ResultColumn, resultColumns } from "./resultTypes.ts";

/**
 * Returns the columns of a query's result with DuckDB's types. The query is prepared over empty tables, but not run.
 */
export function describeColumns(run: QueryRun, query: ExecutableQuery): Promise<ResultColumn[]> {
  return run.step(async () => {
    const statement = await run.connection.prepare(executableSql(query.sql, query.relations, () => []));
    return resultColumns(statement);
  });
}
