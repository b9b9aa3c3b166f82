import { translate } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AvoidedSite, avoidedSite, reverseComplement } from "../../backTranslation/avoidedSite.ts";
import { hostTable } from "../../backTranslation/codonTable.ts";
import { codingRegions, residueEdits } from "../../primers/codingEdits.ts";
import { MAX_ANNEALING, MIN_ANNEALING, type PrimerOptions } from "../../primers/mutagenesisPrimers.ts";
import { meltingTemperature } from "../../primers/nearestNeighbor.ts";
import { editPrimers, openPlasmid, variantPrimers } from "../../primers/primerDesigns.ts";
import { amplify, isSameCircle, simulateReaction } from "../../primers/simulateReaction.ts";
import "../../../../test/support/propertySeed.ts";

const AMINO = "ACDEFGHIKLMNPQRSTVWY";
const conditions = { primer: 500, monovalent: 50, magnesium: 2, nucleotides: 0.8 };
const OPTIONS: PrimerOptions = { method: "OVERLAPPING", minTm: 58, overlap: 20, conditions };
const written = { codons: hostTable("E_COLI"), avoid: [avoidedSite("BsaI") as AvoidedSite] };

/** Random plasmid with a coding region of 120 residues, starting anywhere, on either strand. */
function plasmidOf(seed: number): { circular: string; protein: string } {
  const random = createRandom(seed);
  const codons = hostTable("E_COLI");
  const draw = (letters: string): string => letters[random.integer(letters.length)] ?? "";
  const protein = `M${Array.from({ length: 119 }, () => draw(AMINO)).join("")}`;
  const coding = [...protein].map((residue) => {
    const options = codons.get(residue) ?? [];
    return options[random.choose(options.map(({ share }) => share))]?.bases;
  });
  const backbone = Array.from({ length: 900 }, () => draw("ACGT")).join("");
  const whole = `${coding.join("")}TAA${backbone}`;
  const cut = random.integer(whole.length);
  const turned = whole.slice(cut) + whole.slice(0, cut);
  return { circular: random.integer(2) === 0 ? turned : reverseComplement(turned), protein };
}

/** Variant with changes at one to four sites, each a substitution, an insertion or a deletion. */
const changes = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 2, max: 116 }),
    kind: fc.constantFrom("substitution", "insertion", "deletion"),
    residues: fc.string({ unit: fc.constantFrom(...AMINO), minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4, selector: ({ at }) => Math.floor(at / 5) },
);

function variantOf(protein: string, list: readonly { at: number; kind: string; residues: string }[]): string {
  return [...list]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, kind, residues }) => {
      const end =
        kind === "insertion" ? at : at + (kind === "substitution" ? 1 : Math.min(2, residues.length));
      const fresh = kind === "deletion" ? "" : kind === "insertion" ? residues : (residues[0] ?? "");
      return text.slice(0, at) + fresh + text.slice(end);
    }, protein);
}

test.each(["OVERLAPPING", "BACK_TO_BACK"] as const)(
  "%s primers anneal beside the changes and make exactly the plasmid of the variant",
  (method) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), changes, (seed, list) => {
        const { circular, protein } = plasmidOf(seed);
        const variant = variantOf(protein, list);
        fc.pre(variant !== protein);
        const [region] = codingRegions(circular, protein, translate);
        const plasmid = region && openPlasmid(region, 3 * protein.length);
        if (!plasmid) throw new Error("The coding region was not found.");
        const designed = variantPrimers(plasmid, protein, variant, written, { ...OPTIONS, method });
        if ("problem" in designed) {
          // Changes that are merged can be too long for one primer.
          expect(designed.problem).toMatch(/at most 120/);
          return;
        }
        const { pairs } = designed;
        expect(pairs.length).toBeLessThanOrEqual(4);
        for (const primer of pairs.flatMap(({ forward, reverse }) => [forward, reverse])) {
          const annealing = primer.sequence.slice(-primer.annealing);
          expect(annealing.length).toBeGreaterThanOrEqual(MIN_ANNEALING);
          expect(annealing.length).toBeLessThanOrEqual(MAX_ANNEALING);
          expect(meltingTemperature(annealing, conditions)).toBeCloseTo(primer.tm, 9);
          expect(plasmid.dna + reverseComplement(plasmid.dna)).toContain(annealing);
        }
        const product = simulateReaction(circular, pairs, method);
        if ("problem" in product) throw new Error(product.problem);
        const [productRegion] = codingRegions(product.circular, `${variant}*`, translate);
        expect(productRegion).toBeDefined();
        expect(product.circular.length).toBe(circular.length + 3 * (variant.length - protein.length));
        // Everything outside of the coding region stays the same.
        const other = plasmid.dna.slice(plasmid.start + 3 * protein.length);
        expect(
          (product.circular + product.circular).includes(other) ||
            reverseComplement(product.circular + product.circular).includes(other),
        ).toBe(true);
      }),
      { numRuns: 150 },
    );
  },
);

const { circular, protein } = plasmidOf(1);
const [region] = codingRegions(circular, protein, translate);
const plasmid = openPlasmid(region ?? { template: "", start: 0 }, 3 * protein.length) ?? {
  dna: "",
  start: 0,
};

test("new codons are the most frequent ones that create no avoided site", () => {
  const start = plasmid.start;
  const at = 40;
  const changed = `${protein.slice(0, at)}GL${protein.slice(at + 2)}`;
  const codingOf = (avoid: readonly AvoidedSite[]) => {
    const designed = variantPrimers(plasmid, protein, changed, { ...written, avoid }, OPTIONS);
    if ("problem" in designed) throw new Error(designed.problem);
    const product = simulateReaction(plasmid.dna, designed.pairs, "OVERLAPPING");
    if ("problem" in product) throw new Error(product.problem);
    const twice = product.circular + product.circular;
    const from = twice.indexOf(plasmid.dna.slice(start - 30, start)) + 30;
    return twice.slice(from + 3 * at, from + 3 * at + 6);
  };
  expect(codingOf([])).toBe("GGCCTG");
  expect(codingOf([avoidedSite("GGCC") as AvoidedSite])).not.toContain("GGCC");
});

test("degenerate codons are part of both overlapping primers and of the product", () => {
  const from = plasmid.start + 3 * 50;
  const edits = [{ from, to: from + 3, dna: "NNK" }];
  const designed = editPrimers(plasmid, edits, [], OPTIONS);
  if ("problem" in designed) throw new Error(designed.problem);
  const [{ forward, reverse } = { forward: { sequence: "" }, reverse: { sequence: "" } }] = designed.pairs;
  expect([forward.sequence, reverse.sequence]).toEqual([
    expect.stringContaining("NNK"),
    expect.stringContaining("MNN"),
  ]);
});

test("too many sites, changes that are too long, and repeats are refused with the reason", () => {
  const many = [5, 30, 55, 80, 105].reduce(
    (text, at) => `${text.slice(0, at)}${text[at] === "W" ? "A" : "W"}${text.slice(at + 1)}`,
    protein,
  );
  const problemOf = (variant: string) => {
    const designed = variantPrimers(plasmid, protein, variant, written, OPTIONS);
    return "problem" in designed ? designed.problem : null;
  };
  expect(problemOf(many)).toContain("at 5 separate sites");
  expect(problemOf(protein.slice(0, 60) + "GS".repeat(20) + protein.slice(60))).toContain("at most 120");
  expect(problemOf(protein)).toContain("needs no primers");
  const repeated = { ...plasmid, dna: plasmid.dna + plasmid.dna.slice(plasmid.start, plasmid.start + 300) };
  const edit = { from: plasmid.start + 120, to: plasmid.start + 123, dna: "TGG" };
  expect(editPrimers(repeated, [edit], [], OPTIONS)).toEqual({
    problem: expect.stringContaining("anneals at 2 places"),
  });
});

test("a reaction needs primers that face each other", () => {
  const dna = plasmid.dna;
  const forward = dna.slice(100, 130);
  expect(amplify(dna, forward, dna.slice(400, 430))).toEqual({
    problem: expect.stringContaining("same strand"),
  });
  expect(amplify(dna, "A".repeat(30), forward)).toEqual({
    problem: expect.stringContaining("does not anneal"),
  });
  const product = amplify(dna, forward, reverseComplement(dna.slice(400, 430)));
  expect(product).toEqual({ dna: dna.slice(100, 430) });
  expect(isSameCircle(dna, dna.slice(77) + dna.slice(0, 77))).toBe(true);
  expect(isSameCircle(dna, reverseComplement(dna))).toBe(false);
});

test("a coding region may start with GTG and continue across the ends of the sequence", () => {
  const dna = `CTGGCGTAAGGGCCC${"ACGT".repeat(50)}GTGAAAGCG`;
  const regions = codingRegions(dna, "MKALA*", translate);
  expect(regions).toEqual([{ template: dna, start: dna.indexOf("GTGAAA") }]);
  expect(codingRegions(dna, "VKALA*", translate)).toEqual(regions);
  expect(codingRegions(dna, "LKALA*", translate)).toEqual([]);
});

test("adjacent changes of residues are one change", () => {
  expect(residueEdits("MKTAYIAK", "MKWWYIAK")).toEqual([{ from: 2, to: 4, residues: "WW" }]);
  expect(residueEdits("MKTAYIAK", "MKTAYIAK")).toEqual([]);
});
