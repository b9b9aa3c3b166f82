import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import { MAX_STARTS } from "#shared/domain/tasks/candidateRules.ts";
import type { CandidateTree, GeneratorLeaf } from "#shared/domain/tasks/candidateTree.ts";
import type { Member } from "#shared/domain/tasks/generatorParameters.ts";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import type { Sampler } from "../sampler/sampler.ts";
import { designKey } from "./designKey.ts";
import { type DesignSpace, designSpace, discouragedCount, isFeasible } from "./designSpace.ts";
import { type IndelFrame, inFrame } from "./indels/indelFrame.ts";
import { requireDesigns } from "./nearestDesign.ts";
import { nearTemplate } from "./nearTemplate.ts";
import { startingDesigns } from "./startingDesigns.ts";

/** Candidates of a generator: the sequences of some spaces, and listed sequences. */
export interface CandidateSpaces {
  readonly spaces: readonly DesignSpace[];
  readonly listed: readonly Uint8Array[];
  /** Alias of the generator that lists each sequence, keyed by sequence key. */
  readonly aliases?: ReadonlyMap<string, string | null>;
}

export interface CandidateTools {
  /** Sampler for generators that do not specify one. */
  sampler: Sampler;
  /** Other samplers, by artifact id. */
  samplers?: ReadonlyMap<string, Sampler>;
  /** Sequences for generators that read them, by generator path. */
  read?: Readonly<Record<string, readonly string[]>>;
  random: Random;
}

/** Sequence from which a generator continues, and the template relative to which its mutations are counted. */
interface Start {
  sequence: Uint8Array;
  parent: Uint8Array;
}

/** Maximum number of sequences from which the next generator in a sequential combination continues. */
const MAX_DRAWN = 20;
const PROPOSAL = { temperature: 1.5, evenShare: 0.2 };

/**
 * Returns the candidates of a generator. Throws a DataProblem if any of its generators allows no sequence. The same seed
 * yields the same candidates.
 */
export function candidateSpaces(tree: CandidateTree, tools: CandidateTools): CandidateSpaces {
  return spacesOf(tree, null, tools);
}

function spacesOf(
  tree: CandidateTree,
  starts: readonly Start[] | null,
  tools: CandidateTools,
): CandidateSpaces {
  if (tree.node === "GENERATOR")
    return united(startsOf(tree, starts).map((start) => leafSpaces(tree, start, tools)));
  const [first, ...rest] = tree.members;
  if (tree.node === "PARALLEL") return united(tree.members.map((member) => spacesOf(member, starts, tools)));
  let reached: CandidateSpaces = first ? spacesOf(first, starts, tools) : { spaces: [], listed: [] };
  for (const member of rest) reached = spacesOf(member, drawStarts(reached, tree, tools), tools);
  return reached;
}

function united(all: readonly CandidateSpaces[]): CandidateSpaces {
  return {
    spaces: all.flatMap(({ spaces }) => spaces),
    listed: all.flatMap(({ listed }) => listed),
    aliases: new Map(all.flatMap(({ aliases = [] }) => [...aliases])),
  };
}

/** Returns the starting points of a generator: its template, unless it continues from other sequences. */
function startsOf({ monomer }: GeneratorLeaf, starts: readonly Start[] | null): readonly (Start | null)[] {
  if (starts !== null) return starts;
  if (monomer === null) return [null];
  const template = residueIndices(monomer);
  return [{ sequence: template, parent: template }];
}

function drawStarts(
  { spaces, listed }: CandidateSpaces,
  { members }: { members: readonly CandidateTree[] },
  { sampler, random }: CandidateTools,
): readonly Start[] {
  if (spaces.length === 0) {
    if (listed.length > MAX_STARTS) {
      throw new DataProblem(
        `Other generators can continue from at most ${MAX_STARTS} sequences, but the first generator of the sequential combination has ${listed.length}.`,
      );
    }
    const [first] = members;
    const template =
      first?.node === "GENERATOR" && first.monomer !== null ? residueIndices(first.monomer) : null;
    return listed.map((sequence) => ({ sequence, parent: template ?? sequence }));
  }
  const each = Math.ceil(MAX_DRAWN / spaces.length);
  const drawn = spaces.flatMap((space) => {
    const proposal = { sampler: nearTemplate(sampler, space.template), ...PROPOSAL };
    const parent = space.parent ?? space.template;
    return startingDesigns(space, each, proposal, random).map((sequence) => ({ sequence, parent }));
  });
  return random.shuffle(drawn).slice(0, MAX_DRAWN);
}

function leafSpaces(leaf: GeneratorLeaf, start: Start | null, tools: CandidateTools): CandidateSpaces {
  const { member, alias } = leaf;
  if (member.type === "EXPLICIT" || start === null) {
    const sequences =
      tools.read?.[leaf.loc.join(".")] ?? (member.type === "EXPLICIT" ? member.sequences : []);
    const listed = sequences.map(residueIndices);
    return { spaces: [], listed, aliases: new Map(listed.map((one) => [designKey(one), alias])) };
  }
  const template = {
    kind: "MONOMER",
    assembly: { monomer: residueLetters(start.sequence) },
    sampler: { artifact_id: "" },
  } as const;
  const space =
    member.type === "COMBINATORIAL"
      ? combinatorialSpace(member, template, leaf.keepsResidues)
      : designSpace({ ...member, template });
  requireDesigns(space, tools.random);
  const own = leaf.samplerId === null ? undefined : tools.samplers?.get(leaf.samplerId);
  const named = { ...space, alias, parent: start.parent };
  return { spaces: [own ? { ...named, sampler: nearTemplate(own, space.template) } : named], listed: [] };
}

function combinatorialSpace(
  { positions, ...member }: Extract<Member, { type: "COMBINATORIAL" }>,
  template: Parameters<typeof designSpace>[0]["template"],
  keepsResidues: boolean,
): DesignSpace {
  const most = member.max_mutations ?? positions.length;
  const whole = designSpace({
    ...member,
    max_mutations: most,
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
  return { ...whole, mutable, free, allowed, maxMutations: Math.min(free.length, most) };
}

/** Returns the space that a sequence belongs to; undefined for a sequence that is only listed. */
export function spaceOf({ spaces }: CandidateSpaces, sequence: Uint8Array): DesignSpace | undefined {
  return spaces.find((space) => isFeasible(space, sequence));
}

/** Returns the alias of the generator that produced a sequence, and the template relative to which its mutations are counted. */
export function originOf(
  candidates: CandidateSpaces,
  sequence: Uint8Array,
): { alias: string | null; parent: Uint8Array | null } {
  const listed = candidates.aliases?.get(designKey(sequence));
  if (listed !== undefined) return { alias: listed, parent: null };
  const { alias = null, parent = null } = spaceOf(candidates, sequence) ?? {};
  return { alias, parent };
}

/**
 * Returns the log densities of candidates under a sampler of the template, taking into account the insertions and deletions of
 * their spaces.
 */
export function candidateDensity(
  candidates: CandidateSpaces | undefined,
  sampler: Sampler,
): (sequence: Uint8Array) => number {
  const framed = new Map<IndelFrame, Sampler>();
  return (sequence) => {
    const indels = candidates && sequence.length !== sampler.length && spaceOf(candidates, sequence)?.indels;
    if (!indels) return sampler.logDensity(sequence);
    const own = framed.get(indels) ?? inFrame(sampler, indels);
    framed.set(indels, own);
    return own.logDensity(sequence);
  };
}

/** Returns the number of mutations of a candidate at discouraged positions. */
export function discouragedOf(
  { space, candidates }: { space: DesignSpace; candidates?: CandidateSpaces },
  sequence: Uint8Array,
): number {
  if (candidates === undefined) return discouragedCount(space, sequence);
  if (!candidates.spaces.some(({ discouraged }) => discouraged.includes(1))) return 0;
  const own = spaceOf(candidates, sequence);
  return own === undefined ? 0 : discouragedCount(own, sequence);
}
