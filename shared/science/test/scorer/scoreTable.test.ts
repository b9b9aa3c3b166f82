import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom, spearman } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { mutationContext } from "../../scorer/mutationContext.ts";
import { availableKernels } from "../../scorer/mutationKernels.ts";
import { RESIDUE_KINDS } from "../../scorer/mutationRows.ts";
import { createScorer } from "../../scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "../../scorer/scorerBytes.ts";
import { type ScoreTable, scoreTable } from "../../scorer/scoreTable.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const TARGET = residueIndices(REFERENCE);
const SINGLES = [...REFERENCE].flatMap((_, site) =>
  [...AMINO_ACIDS].map((letter) => REFERENCE.slice(0, site) + letter + REFERENCE.slice(site + 1)),
);

/** Returns the sum of a table over the mutations in a sequence. */
function sumOf(changes: Float64Array, sequence: string): number {
  return residueIndices(sequence).reduce(
    (sum, residue, site) => sum + (residue === TARGET[site] ? 0 : changes[site * RESIDUE_KINDS + residue]!),
    0,
  );
}

describe("user-provided scores", () => {
  it("unscored sequences get the sum of their mutations' scores", () => {
    const random = createRandom("sum");
    const truth = Float64Array.from({ length: TARGET.length * RESIDUE_KINDS }, () => random.normal());
    const scored = mutants(random, 400, 3, 6);
    const table = scoreTable(
      "energy",
      scored,
      scored.map((text) => 5 + 100 * sumOf(truth, text)),
      REFERENCE,
    );
    const unseen = mutants(createRandom("unseen"), 200, 4, 6);
    const ratio = unseen.map((text) => [sumOf(table.changes, text), sumOf(truth, text)] as const);
    expect(
      spearman(
        Float64Array.from(ratio, ([first]) => first),
        Float64Array.from(ratio, ([, other]) => other),
      ),
    ).toBeGreaterThan(0.99);
    expect(table).toMatchObject({ name: "energy", sequences: new Set(scored).size });
  });

  it("a mutation without a score gets the mean at its position, otherwise the overall mean", () => {
    const letters = (site: number, letter: string) =>
      REFERENCE.slice(0, site) + letter + REFERENCE.slice(site + 1);
    const sequences = [REFERENCE, letters(3, "W"), letters(3, "C"), letters(5, "W")];
    const { changes } = scoreTable("z", sequences, [0, -1, -3, -8], REFERENCE);
    const change = (site: number, letter: string) =>
      changes[site * RESIDUE_KINDS + residueIndices(letter)[0]!]!;
    expect(change(3, "D")).toBeCloseTo((change(3, "W") + change(3, "C")) / 2, 9);
    expect(change(9, "D")).toBeCloseTo((change(3, "W") + change(3, "C") + change(5, "W")) / 3, 9);
    expect(change(5, "W") / change(3, "W")).toBeCloseTo(8, 1);
  });

  it("scored sequences with insertions have no influence", () => {
    const values = SINGLES.map((_, at) => Math.sin(at));
    const table = scoreTable("z", [...SINGLES, REFERENCE], [...values, 0], REFERENCE);
    const inserted = `${REFERENCE.slice(0, 4)}W${REFERENCE.slice(4)}`;
    expect(scoreTable("z", [inserted, ...SINGLES, REFERENCE], [-50, ...values, 0], REFERENCE)).toEqual(table);
    expect(scoreTable("z", [...SINGLES, REFERENCE, inserted], [...values, 0, -50], REFERENCE)).toEqual(table);
  });

  it("an uninformative score is zero everywhere", () => {
    for (const values of [[], [Number.NaN, Number.NaN], [4, 4]]) {
      const { changes } = scoreTable("z", SINGLES.slice(0, values.length), values, REFERENCE);
      expect(changes.every((change) => change === 0)).toBe(true);
    }
  });

  it("each score has a term in the model, including in insertion columns", () => {
    const tables = ["a", "b"].map((name) => scoreTable(name, SINGLES, [...SINGLES.keys()], REFERENCE));
    const gapped = residueIndices(`${REFERENCE.slice(0, 4)}--${REFERENCE.slice(4)}`);
    const context = mutationContext(gapped, null, tables);
    expect(context.brought.map(({ length }) => length)).toEqual(Array(2).fill(gapped.length * RESIDUE_KINDS));
    expect(availableKernels(context).filter((kernel) => kernel.startsWith("score"))).toEqual([
      "score0",
      "score1",
    ]);
  });

  it("a score with half of the true effect increases the Spearman correlation by 0.05, and a useless score lowers it by at most 0.01", async () => {
    const [gains, losses]: [number[], number[]] = [[], []];
    for (const seed of ["sc0", "sc2"]) {
      const random = createRandom(seed);
      const effects = Float64Array.from(
        { length: TARGET.length * RESIDUE_KINDS },
        () => random.normal() - 0.5,
      );
      const half = effects.map((effect) => 0.5 * effect + Math.sqrt(0.75) * random.normal());
      const sequences = mutants(random, 96, 3);
      const values = Float64Array.from(sequences, (text) => sumOf(effects, text) + 0.3 * random.normal());
      const scores = SINGLES.map((text) => sumOf(half, text));
      const unseen = mutants(createRandom(`unseen ${seed}`), 300, 3);
      const expected = Float64Array.from(unseen, (text) => sumOf(effects, text));
      const accuracyOf = async (tables: ScoreTable[]) => {
        const assays = [{ assay_id: "y", scale_type: "ADDITIVE" as const }];
        const data = { reference: REFERENCE, sequences, assays, values: [values], scores: tables };
        const { model } = await fitScorer(
          { ...data, sampler: null, folds: 2, seed: 7 },
          { kinds: ["fold", "final"] },
        );
        const stored = decodeScorer(encodeScorer(model!));
        return spearman(createScorer(stored).get("y")!.predict(unseen).mean, expected);
      };
      const plain = await accuracyOf([]);
      const shuffled = random.shuffle(Float64Array.from(scores));
      gains.push((await accuracyOf([scoreTable("z", SINGLES, scores, REFERENCE)])) - plain);
      losses.push(plain - (await accuracyOf([scoreTable("z", SINGLES, shuffled, REFERENCE)])));
    }
    const mean = (list: number[]) => list.reduce((sum, value) => sum + value / list.length, 0);
    expect(mean(gains)).toBeGreaterThan(0.05);
    expect(mean(losses)).toBeLessThanOrEqual(0.01);
  });
});
