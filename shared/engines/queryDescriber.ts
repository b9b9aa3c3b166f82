import { mkdir } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { lockDown } from "@pdp/formats/ingest";
import { MAX_QUERY_MEMORY } from "@pdp/trino/errors";
import type { ExecutableQuery } from "@pdp/trino/relations";
import { describeColumns } from "./duckdb/describeColumns.ts";
import { explainError } from "./duckdb/explainError.ts";
import { openInstance } from "./duckdb/openInstance.ts";
import { QueryRun } from "./duckdb/queryRun.ts";
import { columnOf } from "./duckdb/resultTypes.ts";
import { Slots } from "./duckdb/semaphore.ts";

export interface QueryDescriber {
  /**
   * Returns the columns of the result without running the query; the types are the same in every engine. Errors that the
   * query's author can fix are DomainErrors.
   */
  describe(query: ExecutableQuery): Promise<Column[]>;
}

const MAX_CONCURRENT = 4;

/**
 * Returns a describer that uses the embedded DuckDB, which binds names and types without reading files. It is separate from
 * the engines, so that functions that do not run SQL do not bundle the engines' code.
 */
export function queryDescriber(temporaryDirectory: string, timeoutMs: number): QueryDescriber {
  const slots = new Slots(MAX_CONCURRENT);
  const settings = { memoryLimit: MAX_QUERY_MEMORY, threads: 1, temporaryDirectory, temporaryLimit: "1GB" };
  return {
    async describe(query) {
      const giveBack = await slots.acquire();
      try {
        await mkdir(temporaryDirectory, { recursive: true });
        const run = new QueryRun(await openInstance(settings), timeoutMs, undefined);
        try {
          await lockDown(run.connection, []);
          const columns = await describeColumns(run, query);
          return columns.map(columnOf);
        } catch (error) {
          throw explainError(error, MAX_QUERY_MEMORY, query);
        } finally {
          await run.close();
        }
      } finally {
        giveBack();
      }
    },
  };
}
