import { createRandom } from "@pdp/basics/statistics";
import {
  type CandidateSpaces,
  candidateSpaces,
  designSpace,
  diversifySearch,
  engineerSearch,
  mutatedPositions,
  objectiveGoal,
  originOf,
} from "@pdp/science/designs";
import { fitSampler } from "@pdp/science/models";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import { describe, expect, it } from "vitest";
import { candidateTree } from "#shared/domain/tasks/candidateTree.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { discouragedOf } from "../../../../shared/science/design/candidateSpaces.ts";
import { enumerateDesigns, spaceSize } from "../../../../shared/science/design/enumerateDesigns.ts";
import { generator } from "./generators.ts";
import { linearPredictor } from "./linearPredictor.ts";

const MONOMER = "MKTAYIAKQRQI";
const REFERENCE = residueIndices(MONOMER);
const { template } = generator(MONOMER);
const { sampler } = await fitSampler({ reference: REFERENCE });
const random = createRandom("library");
const library = Array.from({ length: 200 }, () => Uint8Array.from({ length: 12 }, () => random.integer(20)));
const tryptophans = (sequence: Uint8Array): number => sequence.filter((one) => one === 18).length;
const scorer = new Map([["activity", linearPredictor("activity", library, library.map(tryptophans))]]);
const objective = objectiveGoal(
  { measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 0 },
  scorer,
  12,
);

type Member = Extract<CandidateGenerator, { type: "PARALLEL" }>["generators"][number];
const combinatorial = (more: object = {}): Member & { type: "COMBINATORIAL" } => ({
  type: "COMBINATORIAL",
  positions: [
    { position: 1, residues: "AW" },
    { position: 4, residues: "YFW" },
  ],
  alias: null,
  ...more,
});
const countOf = (sequence: Uint8Array) => mutatedPositions(REFERENCE, sequence).length;
const explicit = {
  type: "EXPLICIT" as const,
  sequences: ["WKTAYIAKQRQI", "MKTAYIAKQRQW", "MKTAYIWWQRQI"],
  alias: null,
};
const model = (max: number): Member => {
  const { template: _, ...member } = generator(MONOMER, { min: 1, max });
  return member;
};

function candidatesOf(stated: CandidateGenerator, seed: string | number = 1, read = {}): CandidateSpaces {
  return candidateSpaces(candidateTree(stated), { sampler, read, random: createRandom(seed) });
}

/** Returns the selections of both searches as letters. */
function selected(stated: CandidateGenerator, wanted = 500): { engineered: string[]; diverse: string[] } {
  const candidates = candidatesOf(stated, "draw");
  const shared = {
    space: designSpace({ template, alias: null, discourage_mutations: null }),
    candidates,
    sampler,
  };
  const common = { ...shared, filters: [], wanted, hitRedundancy: 1_000, seed: 1 };
  const bred = { ...common, objective, constraints: [], fillUp: false, rounds: 3 };
  let engineer = engineerSearch.start(bred);
  while (!engineer.done) engineer = engineerSearch.round(bred, engineer);
  const beam = { ...common, ranker: sampler, reference: REFERENCE, rounds: 3 };
  let diversify = diversifySearch.start(beam);
  while (!diversify.done) diversify = diversifySearch.round(beam, diversify);
  const letters = (designs: readonly { sequence: Uint8Array }[]) =>
    designs.map(({ sequence }) => residueLetters(sequence)).sort();
  return {
    engineered: letters(engineerSearch.select(bred, engineer)),
    diverse: letters(diversifySearch.select(beam, diversify)),
  };
}

describe("the candidates of a generator", () => {
  it("an explicit generator yields its listed sequences", () => {
    const all = explicit.sequences.toSorted();
    expect(selected({ ...explicit, template })).toEqual({ engineered: all, diverse: all });
  });

  it("a combinatorial generator yields all combinations, but includes the template's residue only if it is listed", () => {
    const all = ["A", "W"]
      .flatMap((one) => ["Y", "F", "W"].map((other) => `M${one}TA${other}IAKQRQI`))
      .sort();
    expect(selected({ ...combinatorial(), template })).toEqual({ engineered: all, diverse: all });
    const { spaces } = candidatesOf({ ...combinatorial(), template });
    expect(spaces.map(spaceSize)).toEqual([6]);
    expect(spaces.flatMap(enumerateDesigns)).toHaveLength(6);
  });

  it("a parallel combination yields the candidates of each generator", () => {
    const both = {
      type: "PARALLEL" as const,
      template,
      alias: null,
      generators: [explicit, combinatorial()],
    };
    const { engineered, diverse } = selected(both);
    expect(engineered).toHaveLength(9);
    expect(diverse).toEqual(engineered);
    expect(engineered).toEqual(expect.arrayContaining(explicit.sequences));
    const searched = { ...both, generators: [explicit, model(1)] };
    for (const found of Object.values(selected(searched, 2_000))) {
      expect(found).toEqual(expect.arrayContaining(explicit.sequences));
      const others = found.filter((one) => !explicit.sequences.includes(one));
      expect(others.length).toBeGreaterThan(50);
      for (const one of others) expect(mutatedPositions(REFERENCE, residueIndices(one))).toHaveLength(1);
    }
  });

  it("a chain continues from the previous generator's candidates, and keeps their mutations", () => {
    const generators = [combinatorial(), { ...model(2), min_mutations: 2 }];
    const stated = { type: "CHAINED" as const, template, alias: null, generators };
    const { engineered, diverse } = selected(stated, 1_000);
    const { spaces } = candidatesOf({ ...combinatorial(), template });
    const starts = spaces.flatMap(enumerateDesigns);
    for (const one of [...engineered, ...diverse].map(residueIndices)) {
      const count = mutatedPositions(REFERENCE, one).length;
      expect(count).toBe(2);
      expect(starts.some((start) => mutatedPositions(start, one).length === count - countOf(start))).toBe(
        true,
      );
    }
    expect(new Set(engineered).size).toBeGreaterThan(300);
  });

  it("a chain continues from every listed sequence", () => {
    const generators = [explicit, combinatorial()];
    const stated = { type: "CHAINED" as const, template, alias: null, generators };
    const { engineered } = selected(stated);
    expect(engineered).toHaveLength(3 * 6);
    expect(engineered.filter((one) => one.startsWith("W"))).toHaveLength(6);
  });

  it("a chain fails if its limits leave no room after the previous generator", () => {
    const generators = [{ ...model(3), min_mutations: 3 }, model(3)];
    const stated = { type: "CHAINED" as const, template, alias: null, generators };
    expect(() => candidatesOf(stated)).toThrow(
      "The generator MODEL_BASED cannot continue from any design of the previous generator in the chain: its limits on mutations count from its template. Increase its max_mutations, or relax its requirements.",
    );
  });

  it("later generators of a sequence only fill the slots that earlier ones leave", () => {
    const poor = combinatorial({ positions: [{ position: 2, residues: "AC" }], alias: "first" });
    const stated = (...generators: Member[]) => ({
      type: "SEQUENTIAL" as const,
      template,
      alias: null,
      generators,
    });
    const first = ["MKAAYIAKQRQI", "MKCAYIAKQRQI"];
    for (const found of Object.values(selected(stated(poor, model(1), explicit), 2)))
      expect(found).toEqual(first);
    for (const found of Object.values(selected(stated(poor, explicit, model(1)), 5)))
      expect(found).toEqual([...first, ...explicit.sequences].toSorted());
    const nested = { type: "SEQUENTIAL" as const, alias: null };
    const tree = candidateTree({
      ...nested,
      ensemble: [
        { ...stated(poor, model(1)), type: "PARALLEL" },
        stated(explicit, poor),
        { ...explicit, template },
      ],
    });
    const { groups = [] } = candidateSpaces(tree, { sampler, random: createRandom(1) });
    expect(groups.map(({ tier, share }) => [tier, share])).toEqual([
      [0, 1 / 6],
      [0, 1 / 6],
      [1, 1 / 6],
      [2, 1 / 6],
      [3, 1 / 3],
    ]);
  });

  it("parallel generators are searched with equal shares, even if one has better designs", () => {
    const wide = (alias: string, from: number, residues: string) => ({
      ...combinatorial({ alias }),
      positions: Array.from({ length: 5 }, (_, at) => ({ position: from + at, residues })),
    });
    const generators = [wide("good", 1, "ACDEFGHIKLWY"), wide("poor", 6, "ACDEFGHIKLMN")];
    const stated = { type: "PARALLEL" as const, template, alias: null, generators };
    const candidates = candidatesOf(stated);
    const plan = {
      space: designSpace({ template, alias: null, discourage_mutations: null }),
      candidates,
      sampler,
      filters: [],
      constraints: [],
      objective,
      wanted: 20,
      hitRedundancy: 1_000,
      fillUp: false,
      seed: 1,
      rounds: 3,
    };
    let state = engineerSearch.start(plan);
    expect(state.search).toBe("breed");
    while (!state.done) state = engineerSearch.round(plan, state);
    const made = state.pool.map(({ sequence }) => originOf(candidates, sequence).alias);
    expect(made.filter((alias) => alias === "good")).toHaveLength(500);
    expect(made.filter((alias) => alias === "poor")).toHaveLength(500);
  });

  it("a library beside a large space is searched completely if it fits its share", () => {
    const library = (alias: string, positions: number[], residues: string) => ({
      ...combinatorial({ alias }),
      positions: positions.map((position) => ({ position, residues })),
    });
    const large = library("large", [4, 5, 6, 7, 8], "ACDEFGHIKLMN");
    const generators = [library("small", [1, 2], "ACDEFGHIKL"), large];
    const candidates = candidatesOf({ type: "PARALLEL" as const, template, alias: null, generators });
    const space = designSpace({ template, alias: null, discourage_mutations: null });
    const goals = { filters: [], constraints: [], objective, wanted: 20, hitRedundancy: 1_000 };
    const { pool } = engineerSearch.start({ space, candidates, sampler, ...goals, fillUp: false, seed: 1 });
    const made = pool.filter(({ sequence }) => originOf(candidates, sequence).alias === "small");
    expect(made).toHaveLength(enumerateDesigns(candidates.spaces[0]!).length);
    expect(made.length).toBeGreaterThan(90);
  });

  it("a combination fails if one of its generators has no candidate", () => {
    const requirements = [{ operator: "none" as const, motifs: ["W"], apply_to: { ranges: {} } }];
    const positions = [{ position: 1, residues: "W" }];
    const none = combinatorial({ positions, requirements });
    const stated = { type: "PARALLEL" as const, template, alias: null, generators: [explicit, none] };
    expect(() => candidatesOf(stated)).toThrow(/The listed residues cannot meet the requirements/);
  });
});

describe("combined generators with separate templates", () => {
  const library = (alias: string | null, letters: string[], more: object = {}) => ({
    type: "COMBINATORIAL" as const,
    template: { monomer: MONOMER },
    allowed_mutations: [
      { in_range: { ranges: { monomer: [[1, 2]] as [number, number][] } }, amino_acids: letters },
    ],
    alias,
    ...more,
  });
  const sourced = (alias: string | null) => ({
    type: "EXPLICIT" as const,
    source: { kind: "MONOMER" as const, source: { kind: "TABLE" as const, table: "t", version_id: null } },
    alias,
  });
  const ensemble = (type: "PARALLEL" | "CHAINED", ...members: CandidateGenerator[]) => ({
    type,
    ensemble: members,
    alias: "all",
  });
  const designs = ({ spaces, listed }: CandidateSpaces) =>
    [...listed, ...spaces.flatMap(enumerateDesigns)].map(residueLetters).sort();

  it("a library contains the template's residue and the listed residues at each position in its ranges", () => {
    const wide = library(null, ["A", "W"], { max_mutations: 1 });
    expect(designs(candidatesOf(wide))).toEqual(["MATAYIAKQRQI", "MWTAYIAKQRQI"]);
    const united = {
      ...wide,
      allowed_mutations: [...wide.allowed_mutations, ...library(null, ["D"]).allowed_mutations],
    };
    expect(designs(candidatesOf(united))).toEqual(["MATAYIAKQRQI", "MDTAYIAKQRQI", "MWTAYIAKQRQI"]);
  });

  it("a candidate names its generator, or the combination if there is none", () => {
    const read = { "ensemble.1": ["WKTAYIAKQRQI"] };
    const stated = ensemble("PARALLEL", library("library", ["A"]), sourced("screen"), library(null, ["D"]));
    const candidates = candidatesOf(stated, 1, read);
    const aliases = ["MATAYIAKQRQI", "WKTAYIAKQRQI", "MDTAYIAKQRQI"].map(
      (one) => originOf(candidates, residueIndices(one)).alias,
    );
    expect(aliases).toEqual(["library", "screen", "all"]);
  });

  it("combinations can be nested and can continue from rows that were read", () => {
    const read = { "ensemble.0.ensemble.0": ["WKTAYIAKQRQI"], "ensemble.0.ensemble.1": ["MKTAYIAKQRQW"] };
    const starts = ensemble("PARALLEL", sourced("one"), sourced("other"));
    const candidates = candidatesOf(ensemble("CHAINED", starts, library("then", ["A"])), 1, read);
    expect(designs(candidates)).toEqual(["MATAYIAKQRQW", "WATAYIAKQRQI"]);
    const { alias, parent } = originOf(candidates, residueIndices("WATAYIAKQRQI"));
    expect([alias, parent && residueLetters(parent)]).toEqual(["then", MONOMER]);
  });

  it("the discouraged positions of the candidate's generator apply", () => {
    const { template: own, ...model } = generator(MONOMER, { min: 1, max: 1 });
    const ranges = { monomer: [[2, 3]] as [number, number][] };
    const wary = { ...model, template: own, discourage_mutations: { ranges } };
    const candidates = candidatesOf(ensemble("PARALLEL", library("library", ["A"]), wary));
    const space = designSpace({ template, alias: null, discourage_mutations: null });
    const counts = ["MKAAYIAKQRQI", "MKTDYIAKQRQI"].map((one) =>
      discouragedOf({ space, candidates }, residueIndices(one)),
    );
    expect(counts).toEqual([1, 0]);
  });
});
