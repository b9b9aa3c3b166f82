import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import { broughtScores } from "#shared/tasks/training/broughtScores.ts";
import { leakSentences } from "#shared/tasks/training/scoreLeaks.ts";
import { mutants, REFERENCE } from "../science/scorer/mutants.ts";

const assays: Assay[] = [{ assay_id: "activity", name: null, unit: null, scale_type: "ADDITIVE" }];
const measured = [...new Set(mutants(createRandom("unscored"), 80, 2))].slice(0, 60);
const random = createRandom("unscored values");
const activity = measured.map(() => random.normal());
/** Too different from the assay to be recognized as a copy. */
const noisy = activity.map((value) => value + random.normal());
const singles = Array.from(REFERENCE, (_, site) =>
  [..."ACDEFGHIKLMNPQRSTVWY"].map(
    (residue) => REFERENCE.slice(0, site) + residue + REFERENCE.slice(site + 1),
  ),
)
  .flat()
  .filter((sequence) => !measured.includes(sequence) && sequence !== REFERENCE);

/** Scores the measured sequences, and every `step`-th of the other single substitutions. */
function outcome(step: number, cell: (value: number) => unknown = (value) => value) {
  const scored = singles.map((_, at) => (at % step === 0 ? cell(Math.sin(at)) : null));
  const columns = {
    sequence: [...measured, ...singles],
    activity: [...activity, ...singles.map(() => null)],
    score: [...noisy.map(cell), ...scored],
  };
  const rows = step === Infinity ? measured.length : columns.sequence.length;
  const cut = Object.fromEntries(
    Object.entries(columns).map(([name, cells]) => [name, cells.slice(0, rows)]),
  );
  const data = measurementsFrom({ name: "the query", count: rows, columns: cut }, assays, {
    features: ["score"],
  });
  const { scores, leaks } = broughtScores(data, REFERENCE);
  return { used: scores.map(({ name }) => name), sentences: leakSentences(leaks, assays) };
}

describe("scores that exist only for measured substitutions", () => {
  it("a score of only the measured sequences is not used, and a sentence states this", () => {
    const { used, sentences } = outcome(Infinity);
    expect(used).toEqual([]);
    expect(sentences).toEqual([
      expect.stringMatching(
        /^The score "score" is not used: (\d+) of \1 measured substitutions have it, but only 0 of \d+ others at the same positions, so that it may come from the measurements\. Provide it for all single substitutions\.$/,
      ),
    ]);
  });

  it("a vector of only the measured sequences is not used", () => {
    const { used, sentences } = outcome(Infinity, (value) => [value, 1]);
    expect(used).toEqual([]);
    expect(sentences).toEqual([expect.stringContaining('The vector "score" is not used')]);
  });

  it("a score of all single substitutions is used", () => {
    expect(outcome(1)).toEqual({ used: ["score"], sentences: [] });
  });
});
