import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { measuredVariants } from "../../prediction/measuredVariants.ts";
import { predictPart } from "../../prediction/predictSequences.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { createScorer, type Scorer } from "../../scorer/scorer.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const INSERTED = `${REFERENCE.slice(0, 8)}W${REFERENCE.slice(8)}`;
const DELETED = REFERENCE.slice(0, 12) + REFERENCE.slice(13);
/** A deletion and, farther along, an insertion: the length equals that of the reference. */
const SHIFTED = `${REFERENCE.slice(0, 3)}${REFERENCE.slice(4, 16)}W${REFERENCE.slice(16)}`;

let scorer: Scorer;

beforeAll(async () => {
  const random = createRandom("insertions");
  const wells = (sequence: string, level: number) =>
    Array.from({ length: 6 }, () => ({ sequence, value: level + 0.03 * random.normal() }));
  const rows = [
    ...wells(REFERENCE, 1),
    ...wells(INSERTED, 0.2),
    ...wells(DELETED, 0.4),
    ...wells(SHIFTED, 0.1),
    ...mutants(random, 20, 1).map((sequence) => ({ sequence, value: 0.9 + 0.03 * random.normal() })),
  ];
  const { model } = await fitScorer(
    {
      reference: REFERENCE,
      sequences: rows.map(({ sequence }) => sequence),
      assays: [{ assay_id: "y", scale_type: "ADDITIVE" }],
      values: [Float64Array.from(rows, ({ value }) => value)],
      sampler: null,
      folds: 2,
      seed: 1,
    },
    { kinds: ["fold", "final"] },
  );
  scorer = createScorer(model!);
});

describe("variants with insertions and deletions", () => {
  it("variants with insertions and deletions get different predictions from the reference", () => {
    const { mean } = scorer.get("y")!.predict([REFERENCE, INSERTED, DELETED, SHIFTED]);
    const [reference, inserted, deleted, shifted] = mean;
    expect(reference).toBeGreaterThan(0.85);
    expect(inserted).toBeLessThan(0.4);
    expect(deleted).toBeLessThan(0.6);
    expect(shifted).toBeLessThan(0.4);
    // The prediction for a substitution is the same for a string and for residue indices.
    const single = `A${REFERENCE.slice(1)}`;
    const [text, indices] = [single, residueIndices(single)].map((sequence) =>
      scorer.get("y")!.predict([sequence]),
    );
    expect(text!.mean).toEqual(indices!.mean);
  });

  it("variants of the same kind share information", () => {
    const { mean } = scorer
      .get("y")!
      .predict([
        `${REFERENCE.slice(0, 8)}F${REFERENCE.slice(8)}`,
        REFERENCE.slice(0, 13) + REFERENCE.slice(14),
        `A${REFERENCE.slice(1)}`,
      ]);
    expect(mean[0]).toBeLessThan(mean[2]!);
    expect(mean[1]).toBeLessThan(mean[2]!);
  });

  it("a model accepts measured insertion sites, and deletions anywhere", () => {
    const { fits } = scorer.get("y")!;
    expect(
      [INSERTED, DELETED, SHIFTED, REFERENCE, REFERENCE.slice(5)].map((sequence) => fits(sequence)),
    ).toEqual(Array(5).fill(true));
    expect(fits(`${REFERENCE.slice(0, 5)}W${REFERENCE.slice(5)}`)).toBe(false);
    expect(fits(`${REFERENCE.slice(0, 8)}WW${REFERENCE.slice(8)}`)).toBe(false);
  });
});

it("a sequence of the model's length is predicted only if its insertion was measured", () => {
  const elsewhere = ["F", "Y"].map(
    (letter) => `${REFERENCE.slice(0, 3)}${REFERENCE.slice(4, 12)}${letter}${REFERENCE.slice(12)}`,
  );
  const measured = measuredVariants([REFERENCE, SHIFTED], REFERENCE);
  const sequences = [REFERENCE, SHIFTED, ...elsewhere];
  expect(new Set(sequences.map(({ length }) => length)).size).toBe(1);
  const { means } = predictPart(sequences, [scorer.get("y")!], {
    measured,
    reference: REFERENCE,
  });
  expect([...means[0]!].map(Number.isFinite)).toEqual([true, true, false, false]);
});

it("an unaligned sequence is not predicted", () => {
  const options = {
    measured: measuredVariants([REFERENCE], REFERENCE),
    reference: REFERENCE,
    isAligned: (index: number) => index !== 1,
  };
  const { means } = predictPart([REFERENCE, SHIFTED, INSERTED], [scorer.get("y")!], options);
  expect([...means[0]!].map(Number.isFinite)).toEqual([true, false, true]);
});

it("a model trained without insertions and deletions does not predict sequences that contain any", async () => {
  const random = createRandom("substitutions");
  const sequences = [...new Set(mutants(random, 16, 1))];
  const { model } = await fitScorer(
    {
      reference: REFERENCE,
      sequences,
      assays: [{ assay_id: "y", scale_type: "ADDITIVE" }],
      values: [Float64Array.from(sequences, () => random.normal())],
      sampler: null,
      folds: 2,
      seed: 1,
    },
    { kinds: ["fold", "final"] },
  );
  const { fits } = createScorer(model!).get("y")!;
  expect([REFERENCE, AMINO_ACIDS.slice(0, 20), DELETED, INSERTED].map((sequence) => fits(sequence))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
