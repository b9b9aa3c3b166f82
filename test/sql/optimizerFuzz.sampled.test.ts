import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampledRuns } from "#test/support/byNight.ts";
import { FUZZED_QUERIES } from "./fuzzedQueries.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";

let optimized: LocalEngine;
let plain: LocalEngine;

beforeEach(async () => {
  // Results stay in the engine's memory until they are garbage collected.
  optimized = await localEngine({ memoryLimit: "2GB" });
  plain = await localEngine({ memoryLimit: "2GB", optimizes: false });
});

afterEach(() => Promise.all([optimized.close(), plain.close()]));

async function sortedRows(engine: LocalEngine, query: string): Promise<string[] | string> {
  const answer = await engine.answer(query);
  if (answer instanceof DomainError) return answer.message;
  return answer.rows.map((row) => JSON.stringify(row)).sort();
}

it.each(Object.entries(FUZZED_QUERIES))(
  "the optimizer does not change the rows of %s",
  async (_, queries) => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(await sortedRows(optimized, query)).toEqual(await sortedRows(plain, query));
      }),
      { numRuns: sampledRuns(800) },
    );
  },
);
