import { beforeAll, describe, expect, it } from "vitest";
import {
  type DesignLab,
  expectDesigns,
  filter,
  generator,
  likelihood,
  runDesignTask,
  score,
  trainedLab,
} from "#test/support/designLab.ts";
import { REFERENCE } from "#test/support/taskLab.ts";

let lab: DesignLab;

beforeAll(async () => {
  lab = await trainedLab();
});

type DesignTask = [type: string, ranker: (lab: DesignLab) => object];

const DIVERSIFY: DesignTask = ["diversify/v2", likelihood];
const ENGINEER: DesignTask = ["engineer/v2", score];

/** Sorted, except for rounding differences. */
function expectDescending(values: readonly number[]): void {
  for (const [at, value] of values.entries())
    expect(value).toBeLessThanOrEqual((values[at - 1] ?? Number.POSITIVE_INFINITY) + 1e-9);
}

function differences(one: string, other: string): number {
  return [...one].filter((letter, at) => letter !== other[at]).length;
}

describe.each([DIVERSIFY, ENGINEER])("designs of %s", (type, ranker) => {
  it("designs have the allowed numbers of mutations, meet all requirements, and rarely mutate discouraged ranges", async () => {
    const requirements = [
      {
        apply_to: {
          ranges: {
            heavy: [
              [4, 9],
              [20, 26],
            ],
          },
        },
        motifs: ["NG", "DG"],
        operator: "any",
      },
      { apply_to: { ranges: { monomer: [[9, 20]] } }, motifs: ["W", "SH"], operator: "all" },
      { apply_to: { ranges: { heavy: [[0, 28]] } }, motifs: ["C", "QR"], operator: "none" },
    ];
    const parameters = {
      generator: generator(lab, {
        alias: "heavy",
        requirements,
        discourage_mutations: { ranges: { heavy: [[0, 3]], monomer: [[15, 17]] } },
        min_mutations: 3,
        max_mutations: 6,
      }),
      ranker: ranker(lab),
      num_assemblies: 12,
      seed: 5,
    };
    const { task, rows } = await runDesignTask(lab, type, parameters);
    expectDesigns(rows, { wanted: 12, least: 3, most: 6 });
    for (const { sequence } of rows) {
      expect(sequence[0]).toBe("M");
      expect([sequence.slice(4, 9), sequence.slice(20, 26)].some((part) => /NG|DG/.test(part))).toBe(true);
      expect(sequence.slice(9, 20)).toMatch(/W/);
      expect(sequence.slice(9, 20)).toMatch(/SH/);
      expect(sequence.slice(0, 28)).not.toMatch(/C|QR/);
    }
    const discouraged = rows.filter(
      ({ sequence }) =>
        sequence.slice(0, 3) !== REFERENCE.slice(0, 3) || sequence.slice(15, 17) !== REFERENCE.slice(15, 17),
    );
    expect(discouraged.length).toBeLessThan(rows.length / 3);
    expect(task.status_details.num_candidates_selected).toBe(rows.length);
    const { rows: again } = await runDesignTask(lab, type, parameters);
    expect(again).toEqual(rows);
  });

  it("designs pass every filter, including those of several scorers, and show the predictions", async () => {
    const { rows } = await runDesignTask(lab, type, {
      generator: generator(lab),
      filterers: [filter(lab, "activity", 1.05), filter(lab, "tm", 53.5)],
      ranker: ranker(lab),
      num_assemblies: 10,
      seed: 1,
    });
    expectDesigns(rows, { wanted: 10, least: 1, most: 4 });
    for (const row of rows) {
      expect(row.passes).toBe(true);
      expect(row.constraint_probability).toBeGreaterThanOrEqual(0.25);
      expect(row.tm_mean).toBeGreaterThanOrEqual(53.5);
      expect(row.activity_mean).toBeGreaterThanOrEqual(1.04);
    }
  });

  it.each([0, 2])(
    "each design has at most %i lower-ranked designs within one substitution",
    async (limit) => {
      // With only six positions to mutate, designs are so similar that the limit excludes some of them.
      const { rows } = await runDesignTask(lab, type, {
        generator: generator(lab, {
          max_mutations: 2,
          requirements: [
            {
              apply_to: { ranges: { monomer: [[0, 26]] } },
              motifs: [REFERENCE.slice(0, 26)],
              operator: "all",
            },
          ],
        }),
        ranker: { ...ranker(lab), hit_redundancy: limit },
        num_assemblies: 40,
        seed: 1,
      });
      expectDesigns(rows, { wanted: 40, least: 1, most: 2 });
      const worse = rows.map(
        ({ sequence }, at) =>
          rows.slice(at + 1).filter((one) => differences(one.sequence, sequence) <= 1).length,
      );
      expect(Math.max(...worse)).toBe(limit);
    },
  );
});

it("diversify ranks designs by likelihood relative to the reference", async () => {
  const parameters = { generator: generator(lab), ranker: likelihood(lab), num_assemblies: 50, seed: 1 };
  const { rows } = await runDesignTask(lab, "diversify/v2", parameters);
  expectDesigns(rows, { wanted: 50, least: 1, most: 4 });
  expectDescending(rows.map(({ log_likelihood }) => log_likelihood));
  const [first] = rows;
  const { ranker } = parameters;
  const sampler_config = { ...ranker.sampler_config, reference_assembly: { monomer: first?.sequence } };
  const moved = await runDesignTask(lab, "diversify/v2", {
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
  ])("designs of engineer are ranked by the expected value of the objective: %s", async (direction, sign) => {
    const { rows } = await runDesignTask(lab, "engineer/v2", {
      generator: generator(lab),
      ranker: score(lab, direction),
      num_assemblies: 20,
      seed: 2,
    });
    expectDesigns(rows, { wanted: 20, least: 1, most: 4 });
    expectDescending(rows.map(({ activity_mean }) => sign * Number(activity_mean)));
    const measured = await lab.lab.api.query("SELECT DISTINCT sequence FROM variants");
    const known = new Set(measured.getChild("sequence").toArray() as string[]);
    expect(rows.filter(({ sequence }) => known.has(sequence))).toEqual([]);
  });

  it("engineer adds designs that fail a filter only on request, after those that pass", async () => {
    const parameters = {
      generator: generator(lab, { max_mutations: 1 }),
      filterers: [filter(lab, "activity", 1.25)],
      ranker: score(lab),
      num_assemblies: 200,
      seed: 1,
    };
    const { rows: passing } = await runDesignTask(lab, "engineer/v2", parameters);
    expectDesigns(passing, { wanted: 199, least: 1, most: 1 });
    expect(passing.every(({ passes }) => passes)).toBe(true);
    const { rows: filled } = await runDesignTask(lab, "engineer/v2", {
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
