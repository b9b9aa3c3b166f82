import { DataProblem } from "@pdp/basics/errors";
import type { Random } from "@pdp/basics/statistics";
import type { Sampler } from "../sampler/sampler.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import { designKey } from "./designKey.ts";
import { type DesignSpace, discouragedCount, isFeasible, mutationCount } from "./designSpace.ts";
import { continuedSpace, generatorSpace, mutationLimit, type SpaceLeaf } from "./generatorSpace.ts";
import type { CandidateTree, GeneratorLeaf } from "./generators.ts";
import { leavesOf, MAX_STARTS } from "./generators.ts";
import { type IndelFrame, inFrame } from "./indels/indelFrame.ts";
import { nearestDesign } from "./nearestDesign.ts";
import { nearTemplate } from "./nearTemplate.ts";
import { requireDesigns } from "./requireDesigns.ts";
import { startingDesigns } from "./startingDesigns.ts";

/** Candidates of a generator: the sequences of some spaces, and listed sequences. */
export interface CandidateSpaces {
  /** In order of preference: a sequence belongs to the first space that allows it. */
  readonly spaces: readonly DesignSpace[];
  readonly listed: readonly Uint8Array[];
  /** Generator that lists each sequence, keyed by sequence key. */
  readonly listedBy?: ReadonlyMap<string, CandidateGroup>;
  /** Generators of the candidates, in order of preference; absent for a single generator. */
  readonly groups?: readonly CandidateGroup[];
}

/** Candidates of one generator, without combinations. */
export interface CandidateGroup {
  readonly alias: string | null;
  /** Designs of a later tier are only selected for slots that earlier tiers leave empty. */
  readonly tier: number;
  /** Share of the evaluations. */
  readonly share: number;
  /** True if a model proposes its designs; false if they are listed, or combine listed residues. */
  readonly isProposed: boolean;
  readonly spaces: readonly DesignSpace[];
  readonly listed: readonly Uint8Array[];
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

/** Sequences from which the next generator in a chain continues. */
interface Starts {
  listed: readonly Uint8Array[];
  drawn: readonly Uint8Array[];
}

/** Maximum number of sampled designs from which a generator continues, and number of samples. */
const [MAX_CONTINUED, MAX_DRAWN] = [20, 60];
const PROPOSAL = { temperature: 1.5, evenShare: 0.2 };

/**
 * Returns the candidates of a generator. Throws a DataProblem if any of its generators allows no sequence. The same seed
 * yields the same candidates.
 */
export function candidateSpaces(tree: CandidateTree, tools: CandidateTools): CandidateSpaces {
  const groups = groupsOf(tree, null, tools).sort((a, b) => a.tier - b.tier);
  return {
    spaces: groups.flatMap(({ spaces }) => spaces),
    listed: groups.flatMap(({ listed }) => listed),
    // The first generator that lists a sequence counts.
    listedBy: new Map(
      groups
        .toReversed()
        .flatMap((group) => group.listed.map((design) => [designKey(design), group] as const)),
    ),
    groups,
  };
}

function groupsOf(tree: CandidateTree, starts: Starts | null, tools: CandidateTools): CandidateGroup[] {
  if (tree.node === "GENERATOR") return [leafGroup(tree, starts, tools)];
  if (tree.node === "CHAINED") {
    const [first, ...rest] = tree.members;
    let reached = first ? groupsOf(first, starts, tools) : [];
    for (const member of rest) reached = groupsOf(member, drawStarts(reached, member, tools), tools);
    return reached;
  }
  let tier = 0;
  return tree.members.flatMap((member) => {
    const groups = groupsOf(member, starts, tools);
    const from = tree.node === "SEQUENTIAL" ? tier : 0;
    tier += 1 + Math.max(0, ...groups.map((group) => group.tier));
    return groups.map((group) => ({
      ...group,
      tier: from + group.tier,
      share: group.share / tree.members.length,
    }));
  });
}

/** Returns the sequences that were listed, and a sample of the preferred others. */
function drawStarts(
  groups: readonly CandidateGroup[],
  next: CandidateTree,
  { sampler, random }: CandidateTools,
): Starts {
  const listed = groups.flatMap((group) => group.listed);
  if (listed.length > MAX_STARTS) {
    throw new DataProblem(
      `Other generators can continue from at most ${MAX_STARTS} sequences, but the previous generator in the chain lists ${listed.length}.`,
    );
  }
  const first = Math.min(...groups.map(({ tier }) => tier));
  const spaces = groups.filter(({ tier }) => tier === first).flatMap((group) => group.spaces);
  const each = Math.ceil(MAX_DRAWN / Math.max(1, spaces.length));
  const drawn = spaces.flatMap((space) => {
    const proposal = { sampler: nearTemplate(sampler, space.template), ...PROPOSAL };
    const roomy = withRoom(space, next);
    const isEmpty = nearestDesign(roomy, roomy.template, random).design === null;
    return startingDesigns(isEmpty ? space : roomy, each, proposal, random);
  });
  return { listed, drawn: random.shuffle(drawn) };
}

/** Limits the mutations of starting points so that the next generator can add one, if possible. */
function withRoom(space: DesignSpace, next: CandidateTree): DesignSpace {
  const limits = leavesOf(next).map(({ member }) => (member.type === "EXPLICIT" ? 0 : mutationLimit(member)));
  const kept = space.parent === undefined ? 0 : mutationCount(space.parent, space.template);
  const maxMutations = Math.max(space.minMutations, Math.max(...limits) - 1 - kept);
  return { ...space, maxMutations: Math.min(space.maxMutations, maxMutations) };
}

function leafGroup(leaf: GeneratorLeaf, starts: Starts | null, tools: CandidateTools): CandidateGroup {
  const { alias } = leaf;
  const common = { alias, tier: 0, share: 1, isProposed: leaf.member.type === "MODEL_BASED" };
  if (!hasSpace(leaf)) {
    const { member } = leaf;
    const stated = member.type === "EXPLICIT" ? member.sequences : [];
    const listed = (tools.read?.[leaf.loc.join(".")] ?? stated).map(residueIndices);
    return { ...common, spaces: [], listed };
  }
  const spaces = starts === null ? [requiredSpace(leaf, tools)] : continuedSpaces(leaf, starts, tools);
  const samplerOfLeaf = leaf.samplerId === null ? undefined : tools.samplers?.get(leaf.samplerId);
  const named = samplerOfLeaf
    ? spaces.map((space) => ({ ...space, sampler: nearTemplate(samplerOfLeaf, space.template) }))
    : spaces;
  return { ...common, spaces: named, listed: [] };
}

function hasSpace(leaf: GeneratorLeaf): leaf is SpaceLeaf {
  return leaf.member.type !== "EXPLICIT" && leaf.monomer !== null;
}

function requiredSpace(leaf: SpaceLeaf, { random }: CandidateTools): DesignSpace {
  const space = generatorSpace(leaf);
  requireDesigns(space, random);
  return space;
}

function continuedSpaces(
  leaf: SpaceLeaf,
  { listed, drawn }: Starts,
  { random }: CandidateTools,
): DesignSpace[] {
  const from = (start: Uint8Array): DesignSpace[] => {
    const space = continuedSpace(leaf, start);
    return space === null || nearestDesign(space, space.template, random).design === null ? [] : [space];
  };
  const spaces = listed.flatMap(from);
  const maxSpaces = spaces.length + MAX_CONTINUED;
  for (const start of drawn) if (spaces.length < maxSpaces) spaces.push(...from(start));
  if (spaces.length > 0) return spaces;
  throw new DataProblem(
    `The generator ${leaf.alias === null ? leaf.member.type : `"${leaf.alias}"`} cannot continue from any design of the previous generator in the chain: its limits on mutations count from its template. Increase its max_mutations, or relax its requirements.`,
  );
}

/** Returns the space that a sequence belongs to; undefined for a sequence that is only listed. */
export function spaceOf({ spaces }: CandidateSpaces, sequence: Uint8Array): DesignSpace | undefined {
  return spaces.find((space) => isFeasible(space, sequence));
}

/** Returns the generator that produced a sequence; undefined for a single generator. */
export function groupOf(candidates: CandidateSpaces, sequence: Uint8Array): CandidateGroup | undefined {
  const lister = candidates.listedBy?.get(designKey(sequence));
  if (lister !== undefined || candidates.groups === undefined) return lister;
  const space = spaceOf(candidates, sequence);
  return space && candidates.groups.find(({ spaces }) => spaces.includes(space));
}

/** Returns the alias of the generator that produced a sequence, and the template relative to which its mutations are counted. */
export function originOf(
  candidates: CandidateSpaces,
  sequence: Uint8Array,
): { alias: string | null; parent: Uint8Array | null } {
  const lister = candidates.listedBy?.get(designKey(sequence));
  if (lister !== undefined) return { alias: lister.alias, parent: null };
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
    const framedSampler = framed.get(indels) ?? inFrame(sampler, indels);
    framed.set(indels, framedSampler);
    return framedSampler.logDensity(sequence);
  };
}

/** Returns the number of mutations of a candidate at discouraged positions. */
export function discouragedOf(
  { space, candidates }: { space: DesignSpace; candidates?: CandidateSpaces },
  sequence: Uint8Array,
): number {
  if (candidates === undefined) return discouragedCount(space, sequence);
  if (!candidates.spaces.some(({ discouraged }) => discouraged.includes(1))) return 0;
  const ownSpace = spaceOf(candidates, sequence);
  return ownSpace === undefined ? 0 : discouragedCount(ownSpace, sequence);
}
