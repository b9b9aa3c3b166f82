import { AMINO_ACIDS, chainsOf, joinRanges } from "@pdp/basics/proteins";
import {
  type GeneratorLeaf as DesignLeaf,
  type CandidateTree as DesignTree,
  leavesOf,
  type Member,
} from "@pdp/science/designs";
import type { Assemblies } from "./dataSources.ts";
import type { CandidateGenerator, Library } from "./ensembleParameters.ts";

type Loc = (string | number)[];

export type CandidateTree = DesignTree<Assemblies>;
export type GeneratorLeaf = DesignLeaf<Assemblies>;

/** Returns a generator of any form as a tree of plain generators. */
export function candidateTree(
  generator: CandidateGenerator,
  loc: Loc = [],
  inherited: string | null = null,
): CandidateTree {
  const alias = generator.alias ?? inherited;
  const common = { node: "GENERATOR", loc, alias, source: null, keepsResidues: false } as const;
  const templateLoc = [...loc, "template"];
  if ("ensemble" in generator) {
    const members = generator.ensemble.map((member, at) =>
      candidateTree(member, [...loc, "ensemble", at], alias),
    );
    return { node: generator.type, loc, members };
  }
  if ("generators" in generator) {
    const members = generator.generators.map((member, at): GeneratorLeaf => {
      const names = { loc: [...loc, "generators", at], alias: member.alias ?? alias };
      return { ...common, ...names, templateLoc, ...parentOf(generator), member };
    });
    return { node: generator.type, loc, members };
  }
  if ("source" in generator) {
    const member = { type: "EXPLICIT", sequences: [], alias: generator.alias } as const;
    const { source } = generator;
    return {
      ...common,
      templateLoc,
      monomer: null,
      samplerId: null,
      member: { ...member, sequences: [] },
      source,
    };
  }
  if ("allowed_mutations" in generator) {
    const { monomer } = generator.template;
    const member = libraryMember(generator);
    return { ...common, templateLoc, monomer, samplerId: null, member, keepsResidues: true };
  }
  return { ...common, templateLoc, ...parentOf(generator), member: generator };
}

function parentOf({
  template,
}: {
  template: { assembly: { monomer: string }; sampler: { artifact_id: string } };
}) {
  return { monomer: template.assembly.monomer, samplerId: template.sampler.artifact_id };
}

/** Returns the residues allowed at each position within the ranges, as the union over overlapping ranges. */
function libraryMember({ allowed_mutations: allowed, template, ...rest }: Library): Member {
  const { monomer } = template;
  const whole = chainsOf(monomer).map(({ start, end }) => [start, end] as const);
  const residues = new Map<number, Set<string>>();
  for (const { in_range, amino_acids } of allowed) {
    const stated = joinRanges(in_range.ranges, monomer);
    for (const [from, to] of stated.length === 0 ? whole : stated) {
      for (let position = from; position < Math.min(to, monomer.length); position += 1) {
        const known = residues.get(position) ?? new Set<string>();
        residues.set(position, known);
        for (const letter of amino_acids) known.add(letter);
      }
    }
  }
  const positions = [...residues].map(([position, letters]) => ({
    position,
    residues: [...AMINO_ACIDS].filter((letter) => letters.has(letter)).join(""),
  }));
  return { ...rest, positions };
}

/** Returns the first template of a generator; null if it only has listed sequences. */
export function firstTemplate(generator: CandidateGenerator): string | null {
  return leavesOf(candidateTree(generator)).find(({ monomer }) => monomer !== null)?.monomer ?? null;
}

/** Returns the artifact of a generator's first sampler; null if it has none. */
export function firstSampler(generator: CandidateGenerator): string | null {
  return leavesOf(candidateTree(generator)).find(({ samplerId }) => samplerId !== null)?.samplerId ?? null;
}
