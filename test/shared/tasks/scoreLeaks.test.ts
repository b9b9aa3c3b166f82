import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { type Measurements, measurementsFrom } from "#shared/tasks/measurements.ts";
import { broughtScores } from "#shared/tasks/training/broughtScores.ts";
import { leakSentences, withoutLeaks } from "#shared/tasks/training/scoreLeaks.ts";
import { mutants, REFERENCE } from "../science/scorer/mutants.ts";

const assays: Assay[] = ["activity", "tm"].map((assay_id) => ({
  assay_id,
  name: null,
  unit: null,
  scale_type: "ADDITIVE",
}));

const sequences = [...new Set(mutants(createRandom("leaks"), 300, 2))].slice(0, 100);
const random = createRandom("values");
const activity = sequences.map(() => random.normal());
const tm = sequences.map(() => 60 + 5 * random.normal());
const unrelated = sequences.map(() => random.normal());

/** Reads a data set, and returns the sentences on scores that are not used and the names of those that are. */
function read(columns: Record<string, unknown[]>, features: string[]) {
  const rows = { name: "the query", count: columns.sequence!.length, columns };
  return outcome(measurementsFrom(rows, assays, { features }));
}

function outcome(data: Measurements) {
  const { features = [], leaks = [] } = withoutLeaks(data);
  return {
    used: features.map(({ name }) => name),
    sentences: leakSentences(leaks, assays),
    rows: broughtScores(data, REFERENCE).data.sequences.length,
  };
}

const measured = (score: unknown[]) => ({ sequence: sequences, activity, tm, score });
const half = (values: readonly number[]) => values.map((value, row) => (row < 50 ? value : null));

describe("scores that repeat an assay", () => {
  it.each<[string, (value: number, row: number) => number]>([
    ["the values of an assay", (value) => value],
    ["a linear function of an assay", (value) => 2 * value + 3],
    ["a decreasing function of an assay", (value) => -Math.exp(value)],
    ["an assay with a little noise", (value, row) => value + 0.05 * unrelated[row]!],
  ])("%s is not used as a score, and a sentence names it", (_, score) => {
    const { used, sentences } = read(measured(activity.map(score)), ["score"]);
    expect(used).toEqual([]);
    expect(sentences).toEqual([
      expect.stringMatching(
        /^The score "score" is not used: its rank correlation with activity is (−?1\.0|0\.99\d*) over 100 sequences\. /,
      ),
    ]);
  });

  it("every assay is compared, and other scores are used", () => {
    const columns = { ...measured(tm.map((value) => value / 7)), other: unrelated };
    const { used, sentences } = read(columns, ["score", "other"]);
    expect(used).toEqual(["other"]);
    expect(sentences).toEqual([expect.stringContaining("with tm is 1")]);
  });

  it("a vector with one dimension that repeats an assay is not used", () => {
    const vectors = activity.map((value, row) => [unrelated[row], 3 - value, 1]);
    const { used, sentences } = read(measured(vectors), ["score"]);
    expect(used).toEqual([]);
    expect(sentences).toEqual([
      expect.stringContaining('The vector "score" is not used: the rank correlation'),
    ]);
    expect(sentences[0]).toContain("of its dimension 2 with activity is −1.0 over");
  });

  it("replicates are compared by their mean, because a score repeats it", () => {
    const noise = createRandom("replicates");
    const twice = [...sequences, ...sequences];
    const noisy = twice.map((_, row) => activity[row % 100]! + 3 * noise.normal());
    const mean = twice.map((_, row) => (noisy[row % 100]! + noisy[(row % 100) + 100]!) / 2);
    const { used } = read({ sequence: twice, activity: noisy, tm: [...tm, ...tm], score: mean }, ["score"]);
    expect(used).toEqual([]);
  });

  it("values that repeat an assay only after a correction are not used", () => {
    const plates = sequences.map((_, row) => (row % 2 === 0 ? 10 : 0));
    const data = measurementsFrom(
      {
        name: "the query",
        count: 100,
        columns: measured(activity) as never,
      },
      assays,
      { features: [] },
    );
    const raw = Float64Array.from(activity, (value, row) => value + plates[row]!);
    const feature = { name: "score", values: Float64Array.from(activity) };
    expect(outcome({ ...data, features: [feature] }).used).toEqual([]);
    expect(outcome({ ...data, values: [raw, data.values[1]!], features: [feature] }).used).toEqual(["score"]);
  });
});

describe("scores that are not copies", () => {
  it("a score that correlates less is used", () => {
    const score = activity.map((value, row) => value + 0.5 * unrelated[row]!);
    expect(read(measured(score), ["score"])).toMatchObject({ used: ["score"], sentences: [] });
  });

  it("few pairs are only compared where agreement by chance is unlikely", () => {
    const some = (count: number) =>
      read(measured(activity.map((value, row) => (row < count ? value : null))), ["score"]).used;
    expect(some(4)).toEqual(["score"]);
    expect(some(5)).toEqual([]);
    const vectors = (count: number) =>
      read(
        measured(
          activity.map((value, row) =>
            row < count ? [value, ...Array.from({ length: 99 }, (_, at) => Math.sin(at * row))] : null,
          ),
        ),
        ["score"],
      ).used;
    expect(vectors(6)).toEqual(["score"]);
    expect(vectors(9)).toEqual([]);
  });

  it("ties do not count as agreement", () => {
    const dead = activity.map((_, row) => (row === 3 ? 1 : 0));
    const columns = { ...measured(dead), activity: dead };
    expect(read(columns, ["score"]).used).toEqual([]);
    const few = { sequence: sequences.slice(0, 10), activity: dead.slice(0, 10), tm: tm.slice(0, 10) };
    expect(read({ ...few, score: dead.slice(0, 10) }, ["score"]).used).toEqual(["score"]);
    expect(read({ ...measured(sequences.map(() => 1)) }, ["score"]).used).toEqual(["score"]);
  });
});

describe("scores that exist only for measured sequences", () => {
  const halfMeasured = (score: unknown[]) => ({
    sequence: sequences,
    activity: half(activity),
    tm: half(tm),
    score,
  });

  it("a score that most unmeasured sequences lack is not used", () => {
    const score = unrelated.map((value, row) => (row < 50 || row % 5 === 0 ? value : null));
    const { used, sentences, rows } = read(halfMeasured(score), ["score"]);
    expect(used).toEqual([]);
    expect(rows).toBe(50);
    expect(sentences).toEqual([
      'The score "score" is not used: 50 of 50 sequences with a value of activity have it, but only 10 of 50 without one. Provide it for all sequences.',
    ]);
  });

  it("a score of all sequences, or with gaps anywhere, is used", () => {
    expect(read(halfMeasured(unrelated), ["score"]).used).toEqual(["score"]);
    const gaps = unrelated.map((value, row) => (row % 5 < 2 ? value : null));
    expect(read(halfMeasured(gaps), ["score"]).used).toEqual(["score"]);
  });

  it("a few unmeasured sequences do not decide", () => {
    const most = (values: readonly number[]) => values.map((value, row) => (row < 95 ? value : null));
    const columns = { sequence: sequences, activity: most(activity), tm: most(tm), score: most(unrelated) };
    expect(read(columns, ["score"]).used).toEqual(["score"]);
  });

  it("vectors are treated in the same way", () => {
    const vectors = unrelated.map((value, row) => (row < 50 ? [value, value * value] : null));
    expect(read(halfMeasured(vectors), ["score"]).sentences).toEqual([
      expect.stringContaining('The vector "score" is not used: 50 of 50 sequences'),
    ]);
  });
});
