import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { type RunningTrino, startTrino } from "../iceberg/startTrino.ts";
import type { Recorded } from "../shared/trino/sameAsTrino.ts";
import { NoJava } from "../support/javaPrograms.ts";
import { compareAnswers } from "./compareAnswers.ts";
import { FUZZED_QUERIES } from "./fuzzedQueries.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";
import type { Recording } from "./recording.ts";

/** Refusal of what the server supports, but the release of the dialect does not. */
const OF_LATER_RELEASE = /DISTINCT and ORDER BY in an aggregate cannot be combined with OVER/;
/** Errors of queries that Trino does not support, although their meaning is clear. */
const ONLY_IN_TRINO = /^NOT_SUPPORTED: .*correlated subquery/i;

let trino: RunningTrino | undefined;
let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine({ memoryLimit: "2GB" });
  trino = await startTrino({}).catch((error: unknown) => {
    if (!(error instanceof NoJava)) throw error;
    console.log(`skipped, ${error.message}`);
    return undefined;
  });
});

afterAll(async () => {
  await engine.close();
  await trino?.stop();
});

async function recorded(url: string, query: string): Promise<Recording> {
  try {
    const { columns, rows } = await askTrino(url, query, { catalog: "system", schema: "runtime" });
    const [names, types] = [columns.map(({ name }) => name), columns.map(({ type }) => type)];
    // Without ORDER BY in the text, rows are compared in any order.
    return { query: "", names, types, rows: rows as Recorded[][] };
  } catch (error) {
    return { query: "", error: (error as Error).message };
  }
}

it.for(Object.entries(FUZZED_QUERIES))(
  "a Trino server returns the same rows of %s",
  async ([, queries], { skip }) => {
    skip(trino === undefined, "Java is missing");
    const url = trino?.url as string;
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const recording = await recorded(url, query);
        if (ONLY_IN_TRINO.test(recording.error ?? "")) return;
        const { outcome, detail } = compareAnswers(recording, await engine.answer(query));
        if (outcome === "refused" && OF_LATER_RELEASE.test(detail)) return;
        expect(outcome, `${query}: ${detail}`).toBe("same");
      }),
      { numRuns: 150 },
    );
  },
);
