import { translate } from "@pdp/basics/proteins";
import { createRandom, type Random } from "@pdp/basics/statistics";
import { expect, test } from "vitest";
import { linearPredictor } from "../../../../../test/shared/science/design/linearPredictor.ts";
import { IUPAC } from "../../../backTranslation/avoidedSite.ts";
import { type DegenerateCodon, degenerateCodon } from "../../../degenerateCodons/degenerateCodon.ts";
import type { Goal } from "../../../design/designLevels.ts";
import { designSpace } from "../../../design/designSpace.ts";
import { chooseLibraries, type DegenerateSite } from "../../../design/library/chooseLibraries.ts";
import { evaluateLibrary } from "../../../design/library/evaluateLibrary.ts";
import { librarySites } from "../../../design/library/siteGains.ts";
import { residueIndices, residueLetters } from "../../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTWYIAKQR";
const template = residueIndices(TEMPLATE);
const space = designSpace({
  template: { kind: "MONOMER", assembly: { monomer: TEMPLATE }, sampler: { artifact_id: "1" } },
  alias: null,
  discourage_mutations: null,
});
/** Effects that a position has on the measured value, by letter. */
const EFFECTS: Record<number, Record<string, number>> = {
  3: { A: 1.5, G: 1.2, V: 0.8, D: -2 },
  6: { F: 2, L: 1.8, I: 1.5, S: -1 },
  8: { E: 0.4, N: -0.5 },
};
const goal = goalOf(1);

/** A model of single mutants that were measured with noise. */
function goalOf(sign: 1 | -1): Goal {
  const random = createRandom("measured");
  const variants = [TEMPLATE, TEMPLATE, TEMPLATE];
  const values = variants.map(() => 0.1 * random.normal());
  for (const [position, effects] of Object.entries(EFFECTS)) {
    for (const [letter, effect] of Object.entries(effects)) {
      variants.push(withResidue(Number(position), letter));
      values.push(sign * effect + 0.1 * random.normal());
    }
  }
  const predictor = linearPredictor("activity", variants.map(residueIndices), values);
  return { predictor, sign, level: 0.5 * sign };
}

function withResidue(position: number, letter: string): string {
  return TEMPLATE.slice(0, position) + letter + TEMPLATE.slice(position + 1);
}

const site = (position: number, text: string): DegenerateSite => ({
  position,
  codon: degenerateCodon(text) as DegenerateCodon,
});

/** One clone: random bases of a random part of each mixture; null with a stop. */
function clone(sites: readonly DegenerateSite[], random: Random): Uint8Array | null {
  const residues = [...TEMPLATE];
  for (const { position, codon } of sites) {
    const sizes = codon.parts.map((part) => [...part].reduce((size, base) => size * basesOf(base).length, 1));
    const part = codon.parts[random.choose(sizes)] ?? "";
    const bases = [...part].map((letter) => basesOf(letter)[random.integer(basesOf(letter).length)]);
    residues[position] = translate(bases.join(""));
  }
  return residues.includes("*") ? null : residueIndices(residues.join(""));
}

const basesOf = (letter: string): string => IUPAC[letter] ?? "";

test.each([
  [[site(3, "NNK")], 1],
  [[site(3, "NDT"), site(6, "DBK")], 1],
  [[site(6, "22C"), site(8, "RMA")], -1],
] as const)("the expected best of a library is the mean best of simulated clones (%#)", (sites, sign) => {
  const goal = goalOf(sign);
  const few = 24;
  const library = evaluateLibrary(
    { space, objective: goal, limits: [] },
    sites,
    few,
    createRandom("library"),
  );
  const random = createRandom("clones");
  for (const [clones, expected] of [
    [few, library.bestOfFew],
    [library.clones, library.best],
  ] as const) {
    const bests = Array.from({ length: 400 }, () => {
      const screenedClones = Array.from({ length: clones }, () => clone(sites, random)).filter(
        (residues) => residues !== null,
      );
      // Clones of one variant have the same value.
      const screened = [
        ...new Map(screenedClones.map((residues) => [residueLetters(residues), residues])).values(),
      ];
      const { data } = goal.predictor.samplePosterior(screened, 1, random);
      const { transformedMean: means, transformedSd: sds } = goal.predictor.predict(screened);
      // Four fifths of the variance are an error that all clones share.
      const shift = Math.sqrt(0.8) * random.normal();
      return data.reduce((best, value, at) => {
        const mean = means[at] ?? 0;
        const deviation = Math.sqrt(0.2) * sign * (value - mean);
        return Math.max(best, sign * mean + shift * (sds[at] ?? 0) + deviation);
      }, Number.NEGATIVE_INFINITY);
    });
    const mean = bests.reduce((sum, best) => sum + best, 0) / bests.length;
    const sd = Math.sqrt(bests.reduce((sum, best) => sum + (best - mean) ** 2, 0) / (bests.length - 1));
    // Both are means of draws: 400 here and 200 in the library.
    const error = sd * Math.sqrt(1 / 400 + 1 / 200);
    expect(Math.abs(sign * expected - mean) / error).toBeLessThan(4);
  }
});

test("the share of good clones is that of simulated clones which reach the objective and the limits", () => {
  const sites = [site(3, "NNK"), site(6, "NDT")];
  const limit: Goal = { ...goal, sign: -1, level: 3 };
  const { good, stops } = evaluateLibrary(
    { space, objective: goal, limits: [limit] },
    sites,
    96,
    createRandom(1),
  );
  const random = createRandom(2);
  const clones = Array.from({ length: 4_000 }, () => clone(sites, random));
  const whole = clones.filter((residues) => residues !== null);
  const means = goal.predictor.predict(whole).transformedMean;
  const share = means.filter((mean) => mean >= 0.5 && mean <= 3).length / clones.length;
  expect(Math.abs(good - share)).toBeLessThan(0.03);
  expect(stops).toBeCloseTo(1 / 32, 6);
});

test("positions and codons are chosen by the model, within the maximum size", () => {
  const positions = [...space.free];
  const sites = librarySites(template, positions, goal, createRandom("sites"));
  for (const text of ["NNK", null] as const) {
    const codon = text === null ? null : degenerateCodon(text);
    const libraries = chooseLibraries(sites, { codon, usesAll: false, maxPositions: 3, maxSize: 1_100 });
    expect(libraries.map(({ length }) => length)).toEqual(text === null ? [1, 2, 3] : [1, 2]);
    for (const library of libraries)
      expect(
        library.reduce((size, { codon: { size: codonSize } }) => size * codonSize, 1),
      ).toBeLessThanOrEqual(1_100);
    // The largest library has the position with the largest effects.
    expect(libraries.at(-1)?.map(({ position }) => position)).toContain(6);
  }
});

test("stated positions are all used, or none if the library is too large", () => {
  const sites = librarySites(template, [3, 6, 8], goal, createRandom("sites"));
  const choice = { codon: degenerateCodon("NDT"), usesAll: true, maxPositions: 8 };
  const [library = []] = chooseLibraries(sites, { ...choice, maxSize: 1_728 });
  expect(library.map(({ position, codon }) => [position, codon.name])).toEqual([
    [3, "NDT"],
    [6, "NDT"],
    [8, "NDT"],
  ]);
  expect(chooseLibraries(sites, { ...choice, maxSize: 1_727 })).toEqual([]);
});

test("the chosen pair of positions has the best sum of gains of all pairs", () => {
  const positions = [...space.free];
  const sites = librarySites(template, positions, goal, createRandom("sites"));
  const choice = { codon: degenerateCodon("22C"), usesAll: false, maxPositions: 2, maxSize: 500 };
  const [, pair = []] = chooseLibraries(sites, choice);
  const alone = chooseLibraries(sites, { ...choice, maxPositions: 1 })[0]?.[0]?.position;
  const others = sites.filter(({ position }) => position !== alone);
  const second = chooseLibraries(others, { ...choice, maxPositions: 1 })[0]?.[0]?.position;
  expect(pair.map(({ position }) => position).sort()).toEqual([alone, second].sort());
});

test("a variant that contains a forbidden motif is not good", () => {
  const forbidden = designSpace({
    template: { kind: "MONOMER", assembly: { monomer: TEMPLATE }, sampler: { artifact_id: "1" } },
    alias: null,
    discourage_mutations: null,
    requirements: [{ operator: "none", motifs: ["TAY"], apply_to: { ranges: {} } }],
  } as Parameters<typeof designSpace>[0]);
  const goals = { objective: goal, limits: [] };
  const [free, limited] = [space, forbidden].map((space) =>
    evaluateLibrary({ space: space, ...goals }, [site(3, "GSC")], 96, createRandom(3)),
  );
  expect([free?.good, limited?.good]).toEqual([1, 0.5]);
  expect(residueLetters(template)).toBe(TEMPLATE);
});
