import { DataProblem } from "@pdp/basics/errors";
import type { Numbering } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { formatInteger } from "@pdp/basics/wording";
import {
  bestOfBatch,
  chooseLibraries,
  type DegenerateSite,
  type DesignSpace,
  type EvaluatedLibrary,
  evaluateLibrary,
  type Goal,
  librarySites,
  mutatedPositions,
} from "@pdp/science/designs";
import { type DegenerateCodon, degenerateCodon, residuesOf } from "@pdp/science/dna";
import type { AssayPredictor } from "@pdp/science/models";
import { isSameShape, residueLetters } from "@pdp/science/sequences";
import { ANY_CODON, type LibraryOptions, maxPositionsOf } from "#shared/domain/tasks/libraryParameters.ts";
import type { LibraryComparison, ReportedLibrary } from "#shared/reports/librarySection.ts";
import type { TaskRun } from "./taskRun.ts";

/** Part of a search for designs that a library is chosen from. */
export interface LibrarySource {
  space: DesignSpace;
  objective: Goal;
  limits: readonly Goal[];
  predictor: AssayPredictor;
  /** Designs beside the library. */
  selected: readonly Uint8Array[];
  /** Sequences whose positions may be varied: listed candidates or measured variants. */
  varied: readonly Uint8Array[];
  /** True if only positions of listed candidates may be varied. */
  isListed: boolean;
  numbering: Numbering;
}

/** Chooses degenerate libraries, one for each number of positions, and compares them with the designs. */
export async function designLibrary(
  run: TaskRun,
  options: LibraryOptions,
  source: LibrarySource,
): Promise<LibraryComparison> {
  const { objective, selected, predictor, space } = source;
  const random = createRandom(run.seed).fork("library");
  const libraries = await run.stage("libraries", () => chosenLibraries(options, source));
  const evaluated: EvaluatedLibrary[] = [];
  for (const [index, sites] of libraries.entries()) {
    const { widening } = predictor.model;
    const goals = { space, objective, limits: source.limits, widening };
    const evaluate = () => evaluateLibrary(goals, sites, selected.length, random.fork(index));
    evaluated.push(await run.stage(`library-${index}`, evaluate));
  }
  // The same draws as in the remark on the best design.
  const designs = createRandom(run.seed).fork("best of the batch");
  const ofDesigns = bestOfBatch(predictor, selected, objective.sign, designs);
  return {
    libraries: evaluated.map((library) => reportedLibrary(library, source)),
    designs: { count: selected.length, best: ofDesigns.median },
    costs: options.costs,
  };
}

function chosenLibraries(options: LibraryOptions, source: LibrarySource): DegenerateSite[][] {
  const { space, objective } = source;
  const positions = options.positions ?? possiblePositions(source);
  requireFree(options.positions ?? [], source);
  if (positions.length === 0)
    throw new DataProblem(
      "No position can be varied in a library: the listed sequences do not differ from the template. State `library.positions`.",
    );
  const sites = librarySites(
    space.template,
    positions,
    objective,
    createRandom("library sites"),
    source.selected,
  );
  const codon = codonOf(options.codons);
  const libraries = chooseLibraries(sites, {
    codon,
    usesAll: options.positions !== null,
    maxPositions: maxPositionsOf(options),
    maxSize: options.max_size,
  });
  if (libraries.length === 0) {
    const smallest = codon === null ? 2 : codon.size;
    const size = options.positions === null ? smallest : smallest ** positions.length;
    throw new DataProblem(
      `A library of ${codon?.name ?? "any codons"} at ${options.positions?.length ?? 1} ${positions.length === 1 || options.positions === null ? "position" : "positions"} has at least ${formatInteger(size)} combinations of codons, but max_size is ${formatInteger(options.max_size)}. Increase it, or use fewer positions or a smaller codon.`,
    );
  }
  return libraries;
}

const codonOf = (text: string): DegenerateCodon | null =>
  text.toUpperCase() === ANY_CODON ? null : degenerateCodon(text);

/** Positions where the model knows an effect, or where listed candidates differ from the template. */
function possiblePositions({ space, varied, isListed }: LibrarySource): number[] {
  const { template } = space;
  const positions = new Set<number>();
  for (const sequence of varied) {
    if (!isSameShape(sequence, template)) continue;
    for (const position of mutatedPositions(template, sequence)) positions.add(position);
  }
  const free = [...space.free].filter((position) => positions.has(position));
  return free.length === 0 && !isListed ? [...space.free] : free;
}

function requireFree(positions: readonly number[], { space, numbering }: LibrarySource): void {
  for (const position of positions) {
    if (position >= space.template.length)
      throw new DataProblem(
        `The template has ${space.template.length} residues, so it has no position ${position} (zero-based) for a library.`,
      );
    if (space.mutable[position] !== 1)
      throw new DataProblem(
        `Position ${numbering.positionAt(position)} must be kept, so a library cannot vary it. Remove it from \`library.positions\`, or allow its mutation.`,
      );
  }
}

function reportedLibrary(
  { best, bestOfFew, sites, ...facts }: EvaluatedLibrary,
  { space, numbering, predictor }: LibrarySource,
): ReportedLibrary {
  const letters = residueLetters(space.template);
  return {
    ...facts,
    positions: sites.map(({ position }) => position + 1),
    codons: sites.map(({ codon }) => codon.name),
    residues: sites.map(
      ({ position, codon }) => `${letters[position]}${numbering.positionAt(position)}${residuesOf(codon)}`,
    ),
    best: predictor.invert(best),
    bestOfFew: predictor.invert(bestOfFew),
  };
}
