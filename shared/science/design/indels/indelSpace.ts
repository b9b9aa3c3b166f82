import type { Random } from "@pdp/basics/statistics";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";
import { chainSpans } from "../../sequences/chainSpans.ts";
import { type DesignSpace, designSpace } from "../designSpace.ts";
import type { Generator } from "../generators.ts";
import { DEFAULT_MAXIMUM, DEFAULT_MINIMUM, keptStarts } from "../generators.ts";
import { nearestDesign } from "../nearestDesign.ts";
import { type IndelFrame, type Indels, indelFrame, indelSize, rangeInFrame } from "./indelFrame.ts";

type Ranges = Record<string, [number, number][]>;

/** Search limits after which a space counts as empty. */
const LIMITS = { placements: 200, complete: 5 };

/**
 * Returns the space of a generator's template with insertions and deletions: its designs contain these exactly as they were
 * measured, plus substitutions. Null if none of these sequences meets the generator's requirements, keeps a mandatory start
 * methionine, and stays within the allowed number of mutations.
 */
export function indelSpace(generator: Generator, indels: Indels, random: Random): DesignSpace | null {
  const template = residueIndices(generator.template.assembly.monomer);
  const frame = indelFrame(template, indels);
  const size = indelSize(indels);
  const left = (generator.max_mutations ?? DEFAULT_MAXIMUM) - size;
  if (left < 0 || frame.sequence.length === 0) return null;
  if (keptStarts(generator).some((start) => !startsChain(frame, start))) return null;
  const requirements = requirementsInFrame(generator, frame);
  if (requirements === null) return null;
  const fixed = [...frame.origins.keys()]
    .filter((at) => frame.origins[at]! < 0)
    .map((at): [number, number] => [at, at + 1]);
  const { discourage_mutations: discouraged } = generator;
  const space = designSpace(
    {
      ...generator,
      template: { ...generator.template, assembly: { monomer: residueLetters(frame.sequence) } },
      requirements,
      discourage_mutations: discouraged && { ranges: rangesInFrame(discouraged.ranges, frame) },
      min_mutations: Math.max(0, (generator.min_mutations ?? DEFAULT_MINIMUM) - size),
    },
    fixed,
  );
  const named = {
    ...space,
    maxMutations: Math.min(left, space.free.length),
    alias: generator.alias,
    parent: template,
    indels: frame,
  };
  if (named.minMutations > named.maxMutations) return null;
  return nearestDesign(named, named.template, random, LIMITS).design === null ? null : named;
}

/** Tells whether a position of the template is still the first one of its chain. */
function startsChain({ origins }: IndelFrame, start: number): boolean {
  const at = origins.indexOf(start);
  return at === 0 || (at > 0 && origins[at - 1] === start - 1);
}

/** Converts ranges by chain from the template to the frame; ranges under other names are those of the first chain. */
function rangesInFrame(ranges: Ranges, frame: IndelFrame): Ranges {
  const [before, after] = [chainSpans(frame.template), chainSpans(frame.sequence)];
  return Object.fromEntries(
    Object.entries(ranges).map(([chain, rangesOfChain]) => {
      const index = Math.max(
        0,
        before.findIndex(({ name }) => name === chain),
      );
      const [from, to] = [before[index]?.start ?? 0, after[index]?.start ?? 0];
      const moved = rangesOfChain.map(([first, last]) => rangeInFrame(frame, [first + from, last + from]));
      return [
        chain,
        moved
          .filter((range) => range !== null)
          .map(([first, last]): [number, number] => [first - to, last - to]),
      ];
    }),
  );
}

/** Returns the requirements in the frame; null if the ranges of a required motif are deleted. */
function requirementsInFrame(
  { requirements }: Generator,
  frame: IndelFrame,
): NonNullable<Generator["requirements"]> | null {
  const kept: NonNullable<Generator["requirements"]> = [];
  for (const requirement of requirements ?? []) {
    const stated = requirement.apply_to.ranges;
    const ranges = rangesInFrame(stated, frame);
    const count = (of: Ranges): number => Object.values(of).flat().length;
    const length = (of: Ranges): number =>
      Object.values(of)
        .flat()
        .reduce((sum, [from, to]) => sum + to - from, 0);
    // A deletion must not remove what is to be kept.
    if (requirement.operator === "keep" && length(ranges) < length(stated)) return null;
    // Without ranges, a requirement would apply to the whole sequence.
    if (count(stated) > 0 && count(ranges) === 0) {
      if (requirement.operator === "none") continue;
      return null;
    }
    kept.push({ ...requirement, apply_to: { ranges } });
  }
  return kept;
}
