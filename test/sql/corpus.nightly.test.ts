import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corpus } from "./corpus/index.ts";
import { findDifferences, knownDifferences } from "./differences.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});

afterAll(() => engine.close());

describe("the embedded engine", () => {
  it.each([...corpus().keys()])(
    "the engine's results for %s match Trino's, except for known differences",
    async (group) => {
      expect(await findDifferences(engine, group)).toEqual(knownDifferences(group));
    },
  );
});
