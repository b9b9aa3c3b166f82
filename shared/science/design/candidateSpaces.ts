import type { CandidateGenerator } from "#shared/domain/tasks/generatorParameters.ts";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import type { Sampler } from "../sampler/sampler.ts";
import { type DesignSpace, designSpace, isFeasible } from "./designSpace.ts";
import { requireDesigns } from "./nearestDesign.ts";
import { nearTemplate } from "./nearTemplate.ts";
import { startingDesigns } from "./startingDesigns.ts";

type Template = CandidateGenerator["template"];
type Member = Extract<CandidateGenerator, { type: "PARALLEL" }>["generators"][number];

/** Candidates of a generator: the sequences of some spaces, and listed ones. */
export interface CandidateSpaces {
  readonly spaces: readonly DesignSpace[];
  readonly listed: readonly Uint8Array[];
}

/** Maximum number of sequences from which the next generator of a sequential combination goes on. */
const MAX_DRAWN = 20;
const PROPOSAL = { temperature: 1.5, evenShare: 0.2 };

/**
 * Returns the candidates of a generator. Throws a DataProblem if one of its generators allows no sequence. The same
 * seed gives the same candidates.
 */
export function candidateSpaces(
  generator: CandidateGenerator,
  sampler: Sampler,
  random: Random,
): CandidateSpaces {
  const { template } = generator;
  if (generator.type === "PARALLEL") {
    const found = generator.generators.map((member) => memberSpaces(member, template, random));
    return {
      spaces: found.flatMap(({ spaces }) => spaces),
      listed: found.flatMap(({ listed }) => listed),
    };
  }
  if (generator.type !== "SEQUENTIAL") return memberSpaces(generator, template, random);
  let reached: CandidateSpaces = { spaces: [], listed: [residueIndices(template.assembly.monomer)] };
  for (const [index, member] of generator.generators.entries()) {
    const starts = index === 0 ? reached.listed : drawStarts(reached, sampler, random);
    const found = starts.map((start) => memberSpaces(member, templateFrom(template, start), random));
    reached = {
      spaces: found.flatMap(({ spaces }) => spaces),
      listed: found.flatMap(({ listed }) => listed),
    };
  }
  return reached;
}

function templateFrom(template: Template, sequence: Uint8Array): Template {
  return { ...template, assembly: { monomer: residueLetters(sequence) } };
}

function drawStarts(
  { spaces, listed }: CandidateSpaces,
  sampler: Sampler,
  random: Random,
): readonly Uint8Array[] {
  if (spaces.length === 0) return listed;
  const each = Math.ceil(MAX_DRAWN / spaces.length);
  const drawn = spaces.flatMap((space) => {
    const proposal = { sampler: nearTemplate(sampler, space.template), ...PROPOSAL };
    return startingDesigns(space, each, proposal, random);
  });
  return random.shuffle(drawn).slice(0, MAX_DRAWN);
}

function memberSpaces(member: Member, template: Template, random: Random): CandidateSpaces {
  if (member.type === "EXPLICIT") return { spaces: [], listed: member.sequences.map(residueIndices) };
  const space =
    member.type === "COMBINATORIAL"
      ? combinatorialSpace(member, template)
      : designSpace({ ...member, template });
  requireDesigns(space, random);
  return { spaces: [space], listed: [] };
}

function combinatorialSpace(
  { positions, ...member }: Extract<Member, { type: "COMBINATORIAL" }>,
  template: Template,
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
    mutable[position] = 1;
    allowed.fill(0, position * AMINO_ACID_COUNT, (position + 1) * AMINO_ACID_COUNT);
    for (const residue of residueIndices(residues)) allowed[position * AMINO_ACID_COUNT + residue] = 1;
  }
  const free = Uint16Array.from(positions.map(({ position }) => position)).sort();
  return { ...whole, mutable, free, allowed, maxMutations: Math.min(free.length, most) };
}

/** Returns the space that a sequence belongs to; undefined for a sequence that is only listed. */
export function spaceOf({ spaces }: CandidateSpaces, sequence: Uint8Array): DesignSpace | undefined {
  return spaces.find((space) => isFeasible(space, sequence));
}
