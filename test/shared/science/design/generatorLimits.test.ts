import { DataProblem } from "@pdp/basics/errors";
import { createRandom } from "@pdp/basics/statistics";
import {
  candidateSpaces,
  designSpace,
  diversifySearch,
  engineerSearch,
  leavesOf,
  objectiveGoal,
  originOf,
} from "@pdp/science/designs";
import { fitSampler } from "@pdp/science/models";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import fc from "fast-check";
import { expect, it } from "vitest";
import { brokenCandidateRules } from "#shared/domain/tasks/candidateRules.ts";
import { candidateTree } from "#shared/domain/tasks/candidateTree.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { linearPredictor } from "./linearPredictor.ts";

const MONOMERS = ["MKTAYIAKQR", "MRTAYIAWQR"];
const LETTERS = [..."ACDEFGHIKLMNPQRSTVWY"];
const { sampler } = await fitSampler({ reference: residueIndices(MONOMERS[0]!) });
const random = createRandom("library");
const library = Array.from({ length: 100 }, () => Uint8Array.from({ length: 10 }, () => random.integer(20)));
const tryptophans = (sequence: Uint8Array): number => sequence.filter((one) => one === 18).length;
const scorer = new Map([["activity", linearPredictor("activity", library, library.map(tryptophans))]]);
const measure = { assay_id: "activity", direction: "MAXIMIZE" as const };
const objective = objectiveGoal({ measure, reference: 0 }, scorer, 10);

const limits = fc
  .tuple(fc.constantFrom(null, 0, 1, 2, 3), fc.constantFrom(null, 1, 2, 3, 4))
  .filter(([min, max]) => (min ?? 1) <= (max ?? 8))
  .map(([min_mutations, max_mutations]) => ({ min_mutations, max_mutations }));
/** Keeps two residues, or forbids a motif. */
interface Stated {
  operator: "all" | "none";
  motifs: string[];
  from: number;
}
const requirements = (monomer: string) =>
  fc.constantFrom<(Stated | null)[]>(
    null,
    { operator: "all", motifs: [monomer.slice(3, 5)], from: 3 },
    { operator: "none", motifs: ["W"], from: 5 },
  );
const required = (stated: Stated | null) =>
  stated === null
    ? null
    : [
        {
          operator: stated.operator,
          motifs: stated.motifs,
          apply_to: { ranges: { monomer: [[stated.from, stated.from + 2]] as [number, number][] } },
        },
      ];
const template = (monomer: string) =>
  ({ kind: "MONOMER", assembly: { monomer }, sampler: { artifact_id: "1" } }) as const;

const monomer = fc.constantFrom(...MONOMERS);
const model = fc.tuple(monomer, limits, fc.boolean()).chain(([own, count, start]) =>
  requirements(own).map(
    (stated): CandidateGenerator => ({
      type: "MODEL_BASED",
      template: template(own),
      requirements: required(stated),
      discourage_mutations: null,
      allow_start_mutation: start,
      alias: null,
      ...count,
    }),
  ),
);
const combinatorial = fc
  .tuple(
    monomer,
    limits,
    fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 6 }),
  )
  .filter(([, { min_mutations: min, max_mutations: max }, sites]) => (min ?? 1) <= (max ?? sites.length))
  .map(
    ([own, count, sites, residues]): CandidateGenerator => ({
      type: "COMBINATORIAL",
      template: template(own),
      positions: sites.map((position) => ({ position, residues: [...new Set(residues)].join("") })),
      requirements: null,
      alias: null,
      ...count,
    }),
  );
const mutant = fc
  .tuple(monomer, fc.integer({ min: 0, max: 9 }), fc.constantFrom(...LETTERS))
  .map(([own, at, letter]) => own.slice(0, at) + letter + own.slice(at + 1));
const explicit = fc.tuple(monomer, fc.array(mutant, { minLength: 1, maxLength: 4 })).map(
  ([own, sequences]): CandidateGenerator => ({
    type: "EXPLICIT",
    template: template(own),
    sequences,
    alias: null,
  }),
);

const { generator } = fc.letrec<{ generator: CandidateGenerator }>((tie) => ({
  generator: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: fc.oneof(model, combinatorial, explicit), weight: 1 },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom("PARALLEL" as const, "SEQUENTIAL" as const, "CHAINED" as const),
        ensemble: fc.array(tie("generator"), { minLength: 2, maxLength: 3 }),
        alias: fc.constant(null),
      }),
    },
  ),
}));

/** Gives each generator its own alias. */
function named(one: CandidateGenerator, path = "g"): CandidateGenerator {
  if (!("ensemble" in one)) return { ...one, alias: path };
  return { ...one, alias: path, ensemble: one.ensemble.map((member, at) => named(member, `${path}.${at}`)) };
}

function designsOf(stated: CandidateGenerator, exclude: readonly Uint8Array[], seed: number) {
  const candidates = candidateSpaces(candidateTree(stated), { sampler, random: createRandom(seed) });
  const space = designSpace({ template: template(MONOMERS[0]!), alias: null, discourage_mutations: null });
  const common = { space, candidates, sampler, filters: [], wanted: 12, hitRedundancy: 100, seed, exclude };
  const bred = { ...common, objective, constraints: [], fillUp: true, rounds: 1, population: 60 };
  const beam = { ...common, ranker: sampler, reference: residueIndices(MONOMERS[0]!), rounds: 1 };
  let engineer = engineerSearch.start(bred);
  while (!engineer.done) engineer = engineerSearch.round(bred, engineer);
  let diversify = diversifySearch.start(beam);
  while (!diversify.done) diversify = diversifySearch.round(beam, diversify);
  const selections = [
    () => engineerSearch.select(bred, engineer),
    () => diversifySearch.select(beam, diversify),
  ];
  return selections.flatMap((select) => {
    try {
      return select().map(({ sequence }) => ({ sequence, alias: originOf(candidates, sequence).alias }));
    } catch (error) {
      if (error instanceof DataProblem) return [];
      throw error;
    }
  });
}

const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;

it("a design satisfies the limits of the generator that made it, in any combination of generators", () => {
  const seen = new Set<string>();
  let checked = 0;
  const property = fc.property(
    generator.map((one) => named(one)),
    fc.nat(1_000),
    (stated, seed) => {
      fc.pre(brokenCandidateRules(stated).length === 0);
      const leaves = leavesOf(candidateTree(stated));
      const exclude = [...MONOMERS, "MKTAYIAKQW", "MKTAYIAWQR"].map(residueIndices);
      let designs: ReturnType<typeof designsOf>;
      try {
        designs = designsOf(stated, exclude, seed);
      } catch (error) {
        if (error instanceof DataProblem) return;
        throw error;
      }
      checked += designs.length;
      for (const { sequence, alias } of designs) {
        const letters = residueLetters(sequence);
        const leaf = leaves.find((one) => one.alias === alias);
        if (leaf?.monomer == null) throw new Error(`No generator is named ${alias}`);
        const { member, monomer: own } = leaf;
        seen.add(`${stated.type} ${member.type}`);
        if (member.type === "EXPLICIT") {
          expect(member.sequences).toContain(letters);
          continue;
        }
        const count = differences(letters, own);
        const minimum = member.min_mutations ?? 1;
        expect(count).toBeGreaterThanOrEqual(minimum);
        if (member.max_mutations != null || member.type === "MODEL_BASED")
          expect(count).toBeLessThanOrEqual(member.max_mutations ?? 8);
        if (member.type === "MODEL_BASED" && member.allow_start_mutation !== true)
          expect(letters[0]).toBe("M");
        if (member.type === "COMBINATORIAL") {
          for (const { position, residues } of member.positions)
            expect(residues).toContain(letters[position]);
        }
        for (const { operator, motifs, apply_to } of member.requirements ?? []) {
          const [[from, to]] = apply_to.ranges.monomer as [[number, number]];
          const within = letters.slice(from, to);
          expect(within.includes(motifs[0]!)).toBe(operator === "all");
        }
        const isListed = leaves.some(
          (one) => one.member.type === "EXPLICIT" && one.member.sequences.includes(letters),
        );
        const isTemplate = minimum === 0 && letters === own;
        if (!isListed && !isTemplate) expect(exclude.map(residueLetters)).not.toContain(letters);
      }
    },
  );
  fc.assert(property, { seed: 103, numRuns: 100 });
  expect(checked).toBeGreaterThan(300);
  for (const type of ["PARALLEL", "SEQUENTIAL", "CHAINED"]) {
    expect(seen).toContain(`${type} MODEL_BASED`);
    expect(seen).toContain(`${type} COMBINATORIAL`);
  }
});
