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
import { REFERENCE } from "#test/support/taskLab.ts";

let lab: DesignLab;

beforeAll(async () => {
  lab = await designLab();
}, 60_000);

const TASKS: [string, (lab: DesignLab) => object][] = [
  ["diversify/v2", likelihood],
  ["engineer/v2", score],
];

describe.each(TASKS)("designs of %s", (type, ranker) => {
  it("obey the numbers of mutations, the discouraged ranges and all requirements", async () => {
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
    const { task, rows } = await designed(lab, type, parameters);
    expectDesigns(rows, { wanted: 12, least: 3, most: 6 });
    for (const { sequence } of rows) {
      expect(sequence.slice(0, 3)).toBe(REFERENCE.slice(0, 3));
      expect(sequence.slice(15, 17)).toBe(REFERENCE.slice(15, 17));
      expect([sequence.slice(4, 9), sequence.slice(20, 26)].some((part) => /NG|DG/.test(part))).toBe(true);
      expect(sequence.slice(9, 20)).toMatch(/W/);
      expect(sequence.slice(9, 20)).toMatch(/SH/);
      expect(sequence.slice(0, 28)).not.toMatch(/C|QR/);
    }
    expect(task.status_details.num_candidates_selected).toBe(rows.length);
    const { rows: again } = await designed(lab, type, parameters);
    expect(again).toEqual(rows);
  });

  it("pass every filter, of several scorers too, and show what is predicted", async () => {
    const { rows } = await designed(lab, type, {
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
});
