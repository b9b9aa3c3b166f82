import { beforeAll, describe, expect, it } from "vitest";
import {
  type DesignLab,
  designed,
  designLab,
  expectDesigns,
  filter,
  generator,
  likelihood,
  score,
} from "#test/support/designLab.ts";

let lab: DesignLab;

beforeAll(async () => {
  lab = await designLab();
}, 60_000);

const TASKS: [string, (lab: DesignLab) => object][] = [
  ["diversify/v2", likelihood],
  ["engineer/v2", score],
];

/** Sorted, as far as rounding lets it be told. */
function expectDescending(values: readonly number[]): void {
  for (const [at, value] of values.entries())
    expect(value).toBeLessThanOrEqual((values[at - 1] ?? Number.POSITIVE_INFINITY) + 1e-9);
}

function differences(one: string, other: string): number {
  return [...one].filter((letter, at) => letter !== other[at]).length;
}

describe.each(TASKS)("designs of %s", (type, ranker) => {
  it.each([0, 2])("are within one substitution of a better one at most %i times", async (limit) => {
    const { rows } = await designed(lab, type, {
      generator: generator(lab, { max_mutations: 3 }),
      ranker: { ...ranker(lab), hit_redundancy: limit },
      num_assemblies: 40,
      seed: 1,
    });
    expectDesigns(rows, { wanted: 40, least: 1, most: 3 });
    for (const [at, { sequence }] of rows.entries()) {
      const worse = rows.slice(at + 1).filter((one) => differences(one.sequence, sequence) <= 1);
      expect(worse.length).toBeLessThanOrEqual(limit);
    }
  });
});

it("designs of diversify are ranked by their likelihood, which is relative to the reference", async () => {
  const parameters = { generator: generator(lab), ranker: likelihood(lab), num_assemblies: 50, seed: 1 };
  const { rows } = await designed(lab, "diversify/v2", parameters);
  expectDescending(rows.map(({ log_likelihood }) => log_likelihood));
  const [first] = rows;
  const { ranker } = parameters;
  const sampler_config = { ...ranker.sampler_config, reference_assembly: { monomer: first?.sequence } };
  const moved = await designed(lab, "diversify/v2", {
    ...parameters,
    ranker: { ...ranker, sampler_config },
  });
  expect(moved.rows.map(({ sequence }) => sequence)).toEqual(rows.map(({ sequence }) => sequence));
  for (const [at, { log_likelihood }] of moved.rows.entries())
    expect(log_likelihood).toBeCloseTo((rows[at]?.log_likelihood ?? 0) - (first?.log_likelihood ?? 0), 9);
});

describe("designs of engineer", () => {
  it.each<[string, 1 | -1]>([
    ["MAXIMIZE", 1],
    ["MINIMIZE", -1],
  ])("are ranked by what is expected of the objective: %s", async (direction, sign) => {
    const { rows } = await designed(lab, "engineer/v2", {
      generator: generator(lab),
      ranker: score(lab, direction),
      num_assemblies: 20,
      seed: 2,
    });
    const means = rows.map(({ activity_mean = 0 }) => sign * activity_mean);
    expectDescending(means);
    const measured = await lab.lab.api.query("SELECT DISTINCT sequence FROM variants");
    const known = new Set(measured.getChild("sequence").toArray() as string[]);
    expect(rows.filter(({ sequence }) => known.has(sequence))).toEqual([]);
  });

  it("that fail a filter only fill up where that is asked for, behind those that pass", async () => {
    const parameters = {
      generator: generator(lab, { max_mutations: 1 }),
      filterers: [filter(lab, "activity", 1.25)],
      ranker: score(lab),
      num_assemblies: 200,
      seed: 1,
    };
    const { rows: passing } = await designed(lab, "engineer/v2", parameters);
    expect(passing.every(({ passes }) => passes)).toBe(true);
    expect(passing.length).toBeLessThan(200);
    const { rows: filled } = await designed(lab, "engineer/v2", {
      ...parameters,
      force_returning_num_assemblies: true,
    });
    expectDesigns(filled, { wanted: 200, least: 1, most: 1 });
    expect(filled).toHaveLength(200);
    const passed = filled.map(({ passes }) => passes);
    expect(passed).toEqual(passed.toSorted((one, other) => Number(other) - Number(one)));
    expect(passed.filter(Boolean)).toHaveLength(passing.length);
  });
});
