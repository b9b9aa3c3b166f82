import { joinChains } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../test/shared/science/scorer/mutants.ts";
import { designChanges } from "../design/designChanges.ts";
import { designKey } from "../design/designKey.ts";
import { designSpace, isFeasible } from "../design/designSpace.ts";
import { indelFrame } from "../design/indels/indelFrame.ts";
import { indelSpace } from "../design/indels/indelSpace.ts";
import { nearestDesign } from "../design/nearestDesign.ts";
import { fitSampler } from "../sampler/fitSampler.ts";
import { decodeSampler, encodeSampler } from "../sampler/samplerBytes.ts";
import { fitScorer } from "../scorer/fitScorer.ts";
import { createScorer } from "../scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "../scorer/scorerBytes.ts";
import { alignMutant } from "../sequences/alignMutant.ts";
import { residueIndices, residueLetters } from "../sequences/aminoAcids.ts";

const HEAVY = "MEVQLVESGGGLVQPGGSLRLSC";
const LIGHT = "DIQMTQSPSSLSASVGDRVTITC";
const PAIR = joinChains(HEAVY, LIGHT);

const generatorOf = (monomer: string, more: object = {}) => ({
  type: "MODEL_BASED" as const,
  template: { kind: "VHVL" as const, assembly: { monomer }, sampler: { artifact_id: "" } },
  discourage_mutations: null,
  alias: null,
  ...more,
});

describe("two chains in one joined sequence", () => {
  it("the same residues in other chains are another sequence", () => {
    const [first, other] = ["AC/D", "A/CD"].map(residueIndices);
    expect(designKey(first!)).not.toBe(designKey(other!));
    expect(residueLetters(first!)).toBe("AC/D");
  });

  it("residues are not aligned to another chain", () => {
    // The heavy chain lacks its last residue, and the light chain starts with an additional one.
    const mutant = residueIndices(joinChains(HEAVY.slice(0, -1), `C${LIGHT}`));
    const { residues, insertions } = alignMutant(mutant, residueIndices(PAIR));
    expect(residueLetters(residues)).toBe(`${HEAVY.slice(0, -1)}-/${LIGHT}`);
    expect(insertions.map(({ after, residues }) => [after, residueLetters(residues)])).toEqual([
      [HEAVY.length + 1, "C"],
    ]);
  });

  it("mutations name their chain and count from 1 in each chain", () => {
    const names = (sequence: string) =>
      designChanges(residueIndices(PAIR), residueIndices(sequence)).map(({ name }) => name);
    const mutated = joinChains(HEAVY.replace("VQLVE", "VQAVE"), `DIW${LIGHT.slice(3)}`);
    expect(names(mutated)).toEqual(["H:L5A", "L:Q3W"]);
    expect(names(joinChains(`${HEAVY}W`, LIGHT))).toEqual(["H:C23_24insW"]);
    expect(names(joinChains(HEAVY, `W${LIGHT}`))).toEqual(["L:0_D1insW"]);
    expect(names(joinChains(HEAVY, LIGHT.replace("MTQ", "MQ")))).toEqual(["L:T5del"]);
  });
});

describe("designs of two chains", () => {
  it("a design keeps the break and the start of a chain with M", () => {
    const space = designSpace(generatorOf(PAIR));
    const at = PAIR.indexOf("/");
    expect([space.mutable[0], space.mutable[at], space.mutable[at + 1]]).toEqual([0, 0, 1]);
    expect(isFeasible(space, residueIndices(PAIR.replace("DIQM", "AIQM")))).toBe(true);
    expect(isFeasible(space, residueIndices(PAIR.replace("C/DI", "CA/I")))).toBe(false);
  });

  it("a motif does not match across the chains", () => {
    const none = (motifs: string[]) =>
      designSpace(
        generatorOf(PAIR, {
          min_mutations: 0,
          requirements: [{ apply_to: { ranges: {} }, motifs, operator: "none" }],
        }),
      );
    // The heavy chain ends with C, and the light chain starts with DI.
    for (const motif of ["CD", "CDI", "C[DE]"])
      expect(isFeasible(none([motif]), residueIndices(PAIR)), motif).toBe(true);
    for (const motif of ["DI", "SC", "D[IV]"])
      expect(isFeasible(none([motif]), residueIndices(PAIR)), motif).toBe(false);
    const design = nearestDesign(none(["SC", "DIQ"]), residueIndices(PAIR), createRandom(1)).design!;
    const repaired = residueLetters(design);
    expect(repaired.indexOf("/")).toBe(HEAVY.length);
    expect(repaired).not.toMatch(/SC|DIQ/);
  });

  it("ranges apply to their own chain", () => {
    const keep = { apply_to: { ranges: { vl: [[0, 5]] } }, motifs: [], operator: "keep" };
    const { mutable } = designSpace(generatorOf(PAIR, { requirements: [keep], allow_start_mutation: true }));
    const start = HEAVY.length + 1;
    expect([...mutable.subarray(0, 5)]).toEqual([1, 1, 1, 1, 1]);
    expect([...mutable.subarray(start, start + 6)]).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it("ranges move with a deletion in their chain only", () => {
    const template = residueIndices(PAIR);
    const keep = { apply_to: { ranges: { vl: [[1, 3]] } }, motifs: [], operator: "keep" };
    const deleted = { deleted: [5], insertions: [] };
    const space = indelSpace(generatorOf(PAIR, { requirements: [keep] }), deleted, createRandom(1))!;
    expect(residueLetters(indelFrame(template, deleted).sequence)).toBe(residueLetters(space.template));
    const fixed = [...space.mutable.keys()].filter((at) => space.mutable[at] === 0);
    // The start M, the break, and the two positions of the light chain.
    expect(fixed).toEqual([0, HEAVY.length - 1, HEAVY.length + 1, HEAVY.length + 2]);
  });
});

describe("models of two chains", () => {
  it("a sampler reads homologs chain by chain, also if some lack a chain", async () => {
    const homologs = [
      joinChains(HEAVY.replace("VES", "VQS"), LIGHT),
      joinChains(HEAVY.slice(1).replace("VES", "VQS"), LIGHT.replace("SPSS", "SPLS")),
      joinChains(HEAVY.replace("VES", "VQS"), null),
      joinChains(null, LIGHT.replace("SPSS", "SPLS")),
    ];
    const { sampler, summary } = await fitSampler({ reference: residueIndices(PAIR), homologs });
    expect(summary.rows).toBe(5);
    const density = (sequence: string) => sampler.logDensity(residueIndices(sequence));
    expect(density(PAIR.replace("VES", "VQS"))).toBeGreaterThan(density(PAIR.replace("VES", "VWS")));
    expect(density(PAIR.replace("SPSS", "SPLS"))).toBeGreaterThan(density(PAIR.replace("SPSS", "SPWS")));
    const restored = decodeSampler(encodeSampler(sampler));
    expect(residueLetters(restored.reference)).toBe(PAIR);
  });

  it("a scorer learns effects in both chains and is stored with its break", async () => {
    const random = createRandom("pairs");
    const letters = "ACDEFGHIKLMNPQRSTVWY";
    const sequences = Array.from({ length: 80 }, () => {
      const variant = [...PAIR];
      for (let turn = 0; turn < 2; turn += 1) {
        const at = random.integer(variant.length);
        if (variant[at] !== "/") variant[at] = letters[random.integer(20)]!;
      }
      if (random.uniform() < 0.5) variant[4] = "W";
      if (random.uniform() < 0.5) variant[HEAVY.length + 3] = "W";
      return variant.join("");
    });
    const effect = (sequence: string) =>
      (sequence[4] === "W" ? 1 : 0) + (sequence[HEAVY.length + 3] === "W" ? 0.5 : 0);
    const { model } = await fitScorer(
      {
        reference: PAIR,
        sequences,
        assays: [{ assay_id: "y", scale_type: "ADDITIVE" }],
        values: [Float64Array.from(sequences, (sequence) => effect(sequence) + 0.05 * random.normal())],
        sampler: null,
        folds: 2,
        seed: 1,
      },
      { kinds: ["fold", "final"] },
    );
    const y = createScorer(decodeScorer(encodeScorer(model!))).get("y")!;
    const replaced = (at: number) => `${PAIR.slice(0, at)}W${PAIR.slice(at + 1)}`;
    const { mean } = y.predict([PAIR, replaced(4), replaced(HEAVY.length + 3)]);
    expect(mean[1]! - mean[0]!).toBeCloseTo(1, 0);
    expect(mean[2]! - mean[0]!).toBeGreaterThan(0.3);
    expect(mean[2]! - mean[0]!).toBeLessThan(0.7);
  });

  it("a model of one chain predicts what it predicted before there were two", async () => {
    const random = createRandom("one chain");
    const sequences = mutants(random, 60, 2);
    const inserted = `${REFERENCE.slice(0, 5)}W${REFERENCE.slice(5)}`;
    sequences.push(REFERENCE.slice(0, 12) + REFERENCE.slice(13), inserted);
    const count = (sequence: string, letter: string) => sequence.split(letter).length - 1;
    const values = Float64Array.from(
      sequences,
      (sequence) => 1 + count(sequence, "A") / 5 - count(sequence, "W") / 3 + 0.05 * random.normal(),
    );
    const homologs = mutants(random, 30, 8);
    const { sampler } = await fitSampler({ reference: residueIndices(REFERENCE), homologs });
    const assays = [{ assay_id: "y", scale_type: "ADDITIVE" as const }];
    const data = { reference: REFERENCE, sequences, assays, values: [values], sampler, folds: 2, seed: 1 };
    const { model } = await fitScorer(data, { kinds: ["fold", "final"] });
    const variants = [REFERENCE, ...mutants(random, 3, 3), inserted];
    const { mean, sd } = createScorer(model!).get("y")!.predict(variants);
    // Computed by the release before two chains.
    const means = [
      0.8597754663494331, 0.7936773037314642, 1.140170162247137, 1.0209235460170358, 0.5085357970413831,
    ];
    const sds = [
      0.01573089217102769, 0.12573743294592798, 0.07418076460090772, 0.04665245238411597,
      0.018418750451429433,
    ];
    for (const at of variants.keys()) {
      expect(mean[at]).toBeCloseTo(means[at]!, 9);
      expect(sd[at]).toBeCloseTo(sds[at]!, 9);
    }
    expect(sampler.logDensity(residueIndices(variants[1]!))).toBeCloseTo(-18.254296246684756, 9);
  });
});
