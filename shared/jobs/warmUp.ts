import { join } from "node:path";
import { compileQuery } from "@pdp/trino/compile";
import { duckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";
import type { Job } from "#shared/runtime/scope.ts";

const QUERY = "SELECT n, 'a' AS name FROM UNNEST(sequence(1, 10)) AS t(n) WHERE n > 5 ORDER BY n";

/** Loads the code and the query engine into this process by running a small query without tables. */
export const warmUp: Job<{ directory: string }, null> = {
  name: "warmUp",
  kind: "query",
  run: async (_scope, { directory }) => {
    const engine = duckdbEngine({
      hold: () => Promise.reject(new Error("There are no files")),
      temporaryDirectory: join(directory, "warm-up"),
      warm: 0,
    });
    const query = await compileQuery(QUERY, {
      resolve: () => Promise.reject(new Error("There are no tables")),
    });
    for await (const _ of await engine.run(query, { compression: null })) {
      // The result is discarded; only loading the code matters.
    }
    await engine.close();
    return null;
  },
  stopped: (reason) => new Error(`The process was stopped: ${reason}`),
};
