import { createRandom, spearman } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { fitGp, openGp } from "../../scorer/gpModel.ts";
import { mutationContext } from "../../scorer/mutationContext.ts";
import { RESIDUE_KINDS } from "../../scorer/mutationRows.ts";
import { type ScoreTable, scoreTable } from "../../scorer/scoreTable.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const TARGET = residueIndices(REFERENCE);
const ROWS = 24;
const SEEDS = 12;

/** Returns the score of a table for a sequence. */
function scoreOf({ changes }: Pick<ScoreTable, "changes">, sequence: Uint8Array): number {
  return sequence.reduce(
    (sum, residue, site) => (residue === TARGET[site] ? sum : sum + changes[site * RESIDUE_KINDS + residue]!),
    0,
  );
}

/** Trains on few noisy values, and returns the rank correlation for unseen sequences with the given scores. */
function landscape(seed: number) {
  const random = createRandom(`weights ${seed}`);
  const draw = (): Float64Array =>
    Float64Array.from({ length: TARGET.length * RESIDUE_KINDS }, () => random.normal());
  const [effects, noise, junk] = [draw(), draw(), draw()];
  const sequences = mutants(random, ROWS, 2).map((text) => residueIndices(text));
  const values = Float64Array.from(
    sequences,
    (variant) => scoreOf({ changes: effects }, variant) + 0.5 * random.normal(),
  );
  const unseen = mutants(createRandom(`unseen ${seed}`), 300, 2).map((text) => residueIndices(text));
  const truth = Float64Array.from(unseen, (variant) => scoreOf({ changes: effects }, variant));
  const table = (changes: Float64Array): ScoreTable => ({ ...scoreTable("z", [], [], REFERENCE), changes });
  const good = effects.map((effect, at) => 0.6 * effect + 0.8 * noise[at]!);
  const mean = values.reduce((sum, value) => sum + value / ROWS, 0);
  const size = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / ROWS, 0));
  const targets = values.map((value) => (value - mean) / size);
  function accuracyWith(...changes: Float64Array[]): number {
    const context = mutationContext(TARGET, null, changes.map(table));
    const variants = { sequences, targets, counts: new Float64Array(ROWS).fill(1) };
    const model = fitGp(context, variants, createRandom("fit"));
    return spearman(openGp(context, model).predict(unseen).mean, truth);
  }
  return { good, junk, accuracyWith };
}

it("with 24 rows, a good score is used, even a negative or second one, and a useless score does little harm", () => {
  const outcomes = Array.from({ length: SEEDS }, (_, seed) => {
    const { good, junk, accuracyWith } = landscape(seed);
    const plain = accuracyWith();
    return {
      good: accuracyWith(good) - plain,
      negative: accuracyWith(good.map((change) => -change)) - plain,
      second: accuracyWith(junk, good) - plain,
      junk: accuracyWith(junk) - plain,
    };
  });
  const mean = (name: keyof (typeof outcomes)[number]): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[name] / SEEDS, 0);
  expect(mean("good")).toBeGreaterThan(0.15);
  expect(mean("negative")).toBeGreaterThan(0.1);
  expect(mean("second")).toBeGreaterThan(0.15);
  expect(mean("junk")).toBeGreaterThan(-0.01);
});
