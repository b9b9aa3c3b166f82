import { createRandom } from "@pdp/basics/statistics";
import { formatCount, formatInteger } from "@pdp/basics/wording";
import {
  type CandidateSpaces,
  type DesignSpace,
  type Goals,
  indelSpace,
  measuredIndels,
  optimisticUtility,
  originOf,
  type SelectedDesign,
  scoreCandidates,
} from "@pdp/science/designs";
import { isSameShape, residueLetters } from "@pdp/science/sequences";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import type { LoadedScorer } from "./models.ts";
import type { TaskRun } from "./taskRun.ts";
import { measuredOfAny, type TrainingSet } from "./training/trainingSet.ts";
import type { Workbench } from "./workbench.ts";

/** Maximum number of different insertions and deletions that are evaluated, and that designs may have. */
const MAX_JUDGED = 200;
const MAX_SPACES = 16;

export interface IndelSources {
  /** Training sets in addition to those of the scorers. */
  trainings: readonly TrainingSet[];
  /** Scorers of the ranker; those of the filters are also used. */
  scorers: readonly LoadedScorer[];
  goals: Pick<Goals, "objective" | "secondary" | "constraints">;
}

/** Returns whether designs may contain measured insertions and deletions. */
export function allowsIndels(generator: CandidateGenerator): boolean {
  return "allow_indels" in generator && generator.allow_indels === true;
}

/**
 * Adds the spaces of measured insertions and deletions to the candidates, if the generator allows them: those that all scorers
 * can predict and, among these, the ones with the highest value given the template's other residues.
 */
export async function withIndelSpaces(
  run: TaskRun,
  generator: CandidateGenerator,
  bench: Workbench,
  { trainings, scorers, goals }: IndelSources,
): Promise<Workbench> {
  if (!("allow_indels" in generator) || generator.allow_indels !== true) return bench;
  const all = [...scorers, ...bench.scorers];
  const known = [...all.map(({ training }) => training), ...trainings];
  const measured = [...new Set(known.flatMap(measuredOfAny))];
  const predictors = all.flatMap(({ scorer }) => [...scorer.values()]);
  const random = createRandom(run.seed).fork("insertions and deletions");
  const spaces: DesignSpace[] = [];
  for (const indels of measuredIndels(measured, bench.space.template).slice(0, MAX_JUDGED)) {
    const space = indelSpace(generator, indels, random);
    const fits = space && predictors.every((predictor) => predictor.fits(residueLetters(space.template)));
    if (fits) spaces.push(space);
  }
  const base: DesignSpace = { ...bench.space, alias: generator.alias, parent: bench.space.template };
  const judged: Goals = {
    ...goals,
    space: base,
    candidates: { spaces: [base, ...spaces], listed: [] },
    sampler: bench.sampler,
    filters: bench.filters,
  };
  const worth = scoreCandidates(
    judged,
    spaces.map(({ template }) => template),
  ).map((candidate) => optimisticUtility(candidate, 0));
  const best = [...spaces.keys()].sort((a, b) => worth[b]! - worth[a]!).slice(0, MAX_SPACES);
  const candidates: CandidateSpaces = { spaces: [base, ...best.map((at) => spaces[at]!)], listed: [] };
  return {
    ...bench,
    space: base,
    candidates,
    origin: (sequence) => originOf(candidates, sequence),
  };
}

/** Reports how many designs have insertions or deletions, or why none could have any. */
export function indelRemarks(
  generator: CandidateGenerator,
  { space, candidates }: Workbench,
  selected: readonly SelectedDesign[],
): string[] {
  if (!allowsIndels(generator)) return [];
  const offered = (candidates?.spaces ?? []).filter(({ indels }) => indels).length;
  if (offered === 0) {
    return [
      "No design has an insertion or deletion, because no measured insertion or deletion changes the length, is predicted by all models, and is allowed by the requirements and max_mutations.",
    ];
  }
  const having = selected.filter(({ sequence }) => !isSameShape(sequence, space.template)).length;
  return [
    `${formatCount(having, "design")} ${having === 1 ? "has" : "have"} insertions or deletions found in measured variants (${formatInteger(offered)} distinct ones were tried).`,
  ];
}
