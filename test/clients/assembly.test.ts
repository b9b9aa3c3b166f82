import { assemblyOf } from "@pdp/basics/proteins";
import { describe, expect, test } from "vitest";
import { readDesigns } from "#client/orderList/design.ts";
import { kindOf, sequenceOf, wholeRanges } from "#client/requests/assembly.ts";
import { diversifyRequest } from "#client/requests/designRequest.ts";
import { keptPositions } from "#client/requests/keptPositions.ts";
import { readPositions, writePositions } from "#client/requests/positions.ts";

const PAIR = "ACDEF/GHIKL";

describe("proteins of two chains in requests", () => {
  test("a slash separates the chains, and one of them may be missing", () => {
    expect([assemblyOf("ACD"), kindOf("ACD")]).toEqual([{ monomer: "ACD" }, "MONOMER"]);
    expect([assemblyOf(PAIR), kindOf(PAIR)]).toEqual([{ vh: "ACDEF", vl: "GHIKL" }, "VHVL"]);
    expect([assemblyOf("ACD/"), assemblyOf("/ACD")]).toEqual([
      { vh: "ACD", vl: null },
      { vh: null, vl: "ACD" },
    ]);
    for (const sequence of ["ACD", PAIR, "ACD/", "/ACD"])
      expect(sequenceOf(assemblyOf(sequence))).toBe(sequence);
    expect([sequenceOf(null), sequenceOf({})]).toEqual([undefined, undefined]);
  });

  test("kept positions count from the start of their chain", () => {
    const kept = keptPositions(PAIR, [[3, 8]]);
    expect(kept.map(({ apply_to, motifs }) => [apply_to.ranges, motifs])).toEqual([
      [{ vh: [[3, 5]] }, ["EF"]],
      [{ vl: [[0, 2]] }, ["GH"]],
    ]);
    expect([wholeRanges(PAIR), wholeRanges("ACD/")]).toEqual([
      { vh: [[0, 5]], vl: [[0, 5]] },
      { vh: [[0, 3]] },
    ]);
  });

  test("positions name their chain", () => {
    expect(readPositions("H:2-3, l:5, L:G1", PAIR, 1)).toEqual([
      [1, 3],
      [6, 7],
      [10, 11],
    ]);
    expect(writePositions([[3, 8]], PAIR)).toBe("H:E4-F5, L:G1-H2");
    expect(() => readPositions("3", PAIR)).toThrow('"3" does not name its chain: write H:57, or L:102-105.');
    expect(() => readPositions("L:6", PAIR)).toThrow("outside the reference");
    expect(() => readPositions("L:A1", PAIR)).toThrow("which has G1");
  });

  test("designs are read from the columns of both chains", () => {
    const row = { rank: 1, vh: "AC", vl: null, mutations: "H:D2C", parent_vh: "AD", parent_vl: null };
    expect(readDesigns([row])[0]).toMatchObject({ sequence: "AC/", parent: "AD/" });
  });

  test("a request for designs states both chains", () => {
    const request = diversifyRequest({
      project: "1",
      reference: PAIR,
      sampler: "2",
      count: 3,
      maxMutations: 2,
      kept: [[6, 8]],
    } as Parameters<typeof diversifyRequest>[0]);
    expect(request.parameters).toMatchObject({
      generator: { template: { kind: "VHVL", assembly: { vh: "ACDEF", vl: "GHIKL" } } },
      ranker: { sampler_config: { kind: "VHVL_SAMPLER", reference_assembly: { vh: "ACDEF", vl: "GHIKL" } } },
    });
  });
});
