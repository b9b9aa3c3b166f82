import { AMINO_ACID_COUNT, residueIndices } from "../sequences/aminoAcids.ts";
import { type DesignSpace, designSpace, mutatedPositions } from "./designSpace.ts";
import type { GeneratorLeaf, Member } from "./generators.ts";
import { DEFAULT_MAXIMUM } from "./generators.ts";

type Listed = Extract<Member, { type: "EXPLICIT" }>;
/** Generator with a template and without listed sequences. */
export type SpaceLeaf = GeneratorLeaf & { monomer: string; member: Exclude<Member, Listed> };

/** Returns the space of a generator around its template. */
export function generatorSpace({ member, monomer, alias, keepsResidues }: SpaceLeaf): DesignSpace {
  const template = { kind: "MONOMER", assembly: { monomer }, sampler: { artifact_id: "" } } as const;
  const space =
    member.type === "COMBINATORIAL"
      ? combinatorialSpace(member, template, keepsResidues)
      : designSpace({ ...member, template });
  return { ...space, alias, parent: space.template };
}

function combinatorialSpace(
  { positions, ...member }: Extract<Member, { type: "COMBINATORIAL" }>,
  template: Parameters<typeof designSpace>[0]["template"],
  keepsResidues: boolean,
): DesignSpace {
  const maxMutations = member.max_mutations ?? positions.length;
  const whole = designSpace({
    ...member,
    max_mutations: maxMutations,
    discourage_mutations: null,
    allow_start_mutation: true,
    template,
  });
  const mutable = new Uint8Array(whole.template.length);
  const allowed = new Uint8Array(whole.template.length * AMINO_ACID_COUNT).fill(1);
  for (const { position, residues } of positions) {
    const start = position * AMINO_ACID_COUNT;
    mutable[position] = 1;
    allowed.fill(0, start, start + AMINO_ACID_COUNT);
    for (const residue of residueIndices(residues)) allowed[start + residue] = 1;
    if (keepsResidues) allowed[start + whole.template[position]!] = 1;
  }
  const free = Uint16Array.from(positions.map(({ position }) => position)).sort();
  return { ...whole, mutable, free, allowed, maxMutations: Math.min(free.length, maxMutations) };
}

/** Returns the maximum number of mutations of a generator's designs; infinite if only its positions limit it. */
export function mutationLimit({ type, max_mutations }: SpaceLeaf["member"]): number {
  return max_mutations ?? (type === "COMBINATORIAL" ? Number.POSITIVE_INFINITY : DEFAULT_MAXIMUM);
}

/**
 * Returns the space of a generator that continues from another generator's design: it keeps the design's mutations, except at
 * the positions that it combines itself. Mutations count from the generator's template. Null if its limits leave no room.
 */
export function continuedSpace(leaf: SpaceLeaf, start: Uint8Array): DesignSpace | null {
  const space = generatorSpace(leaf);
  const { template: templateOfSpace, minMutations: minimum } = space;
  const combines = leaf.member.type === "COMBINATORIAL";
  const template = start.slice();
  if (combines) for (const position of space.free) template[position] = templateOfSpace[position]!;
  const kept = mutatedPositions(templateOfSpace, template);
  // A generator that may not mutate a position cannot keep another generator's mutation there.
  if (!combines && kept.some((position) => space.mutable[position] === 0)) return null;
  const mutable = space.mutable.slice();
  for (const position of kept) mutable[position] = 0;
  const free = space.free.filter((position) => mutable[position] === 1);
  const minMutations = Math.max(Math.min(1, minimum), minimum - kept.length);
  const maxMutations = Math.min(free.length, mutationLimit(leaf.member) - kept.length);
  return minMutations > maxMutations
    ? null
    : { ...space, template, mutable, free, minMutations, maxMutations };
}
