import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corpus } from "./corpus/index.ts";
import { findDifferences, knownDifferences } from "./differences.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";
import { recordings } from "./recording.ts";

/** Daytime runs test every sixth query in a group; nightly runs test all of them. */
const STEP = 6;

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});

afterAll(() => engine.close());

describe("the recordings", () => {
  it.each([...corpus()])("the recordings match the queries of %s", (group, queries) => {
    expect(recordings(group).map(({ query }) => query)).toEqual(queries);
  });
});

describe("the embedded engine", () => {
  it.each([...corpus().keys()])(
    "the engine's results for a part of %s match Trino's, except for known differences",
    async (group) => {
      const asked = new Set(
        recordings(group).flatMap(({ query }, index) => (index % STEP === 0 ? [query] : [])),
      );
      const known = knownDifferences(group).filter(({ query }) => asked.has(query));
      expect(await findDifferences(engine, group, undefined, STEP)).toEqual(known);
    },
  );
});
