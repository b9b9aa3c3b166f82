import { DataProblem } from "@pdp/basics/errors";
import { chainLengths, haveSameChains } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import {
  type CandidateSpaces,
  candidateSpaces,
  constraintGoal,
  type DescribeOptions,
  type DesignSpace,
  designSpace,
  type Goal,
  leavesOf,
  originOf,
  requireDesigns,
} from "@pdp/science/designs";
import type { Sampler } from "@pdp/science/models";
import { residueLetters } from "@pdp/science/sequences";
import { candidateTree, firstSampler, firstTemplate } from "#shared/domain/tasks/candidateTree.ts";
import { chainedTree, isChained } from "#shared/domain/tasks/combinedGenerators.ts";
import type { Filterer } from "#shared/domain/tasks/designParameters.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import type { ReadAssemblies } from "./assemblies.ts";
import { type LoadedScorer, loadSampler, loadScorer } from "./models.ts";
import type { TaskRun } from "./taskRun.ts";

/** Inputs of a design task, independent of the ranker. */
export interface Workbench {
  /** Template sequence. */
  template: string;
  space: DesignSpace;
  /** Candidates from a generator that is not MODEL_BASED; they are searched instead of the design space. */
  candidates?: CandidateSpaces;
  sampler: Sampler;
  filters: Goal[];
  /** Scorers used by the filters. */
  scorers: LoadedScorer[];
  /** Returns which generator produced a design. */
  origin: NonNullable<DescribeOptions["origin"]>;
}

export interface WorkbenchOptions {
  generator: CandidateGenerator;
  filterers: readonly Filterer[] | null | undefined;
  /** Sequences from the generator's sources. */
  read: ReadAssemblies;
  /** Template for a generator that does not specify one. */
  fallbackTemplate: string;
  /** Returns the sampler for a generator that does not specify one. */
  fallbackSampler: () => Promise<Sampler>;
}

/**
 * Loads the inputs. Throws a `DataProblem` if the models do not fit the template or the constraints contradict each other.
 */
export async function openWorkbench(run: TaskRun, options: WorkbenchOptions): Promise<Workbench> {
  const { generator } = options;
  const template = firstTemplate(generator) ?? options.fallbackTemplate;
  const samplerId = firstSampler(generator);
  const sampler =
    samplerId === null ? await options.fallbackSampler() : await loadSampler(run.scope, samplerId);
  requireChains("sampler", residueLetters(sampler.reference), template);
  const opened = await openCandidates(run, options, template, sampler);
  const filters: Goal[] = [];
  const scorers: LoadedScorer[] = [];
  for (const { scorer, constraints } of options.filterers ?? []) {
    const loaded = await openScorer(run, scorer.scorer.artifact_id, template);
    scorers.push(loaded);
    for (const constraint of constraints ?? []) {
      filters.push(constraintGoal(constraint, loaded.scorer, template.length));
    }
  }
  return { template, sampler, filters, scorers, ...opened };
}

async function openCandidates(
  run: TaskRun,
  { generator, read }: WorkbenchOptions,
  template: string,
  sampler: Sampler,
): Promise<Pick<Workbench, "space" | "candidates" | "origin">> {
  const random = createRandom(run.seed);
  if (generator.type === "MODEL_BASED") {
    const space = designSpace(generator);
    requireDesigns(space, random);
    return { space, origin: () => ({ alias: generator.alias, parent: null }) };
  }
  requireReadLengths(read, template);
  const stated = candidateTree(generator);
  const tree = isChained(run.task) ? chainedTree(stated) : stated;
  const samplers = new Map<string, Sampler>();
  for (const { samplerId } of leavesOf(tree)) {
    if (samplerId === null || samplerId === firstSampler(generator) || samplers.has(samplerId)) continue;
    const sampler = await loadSampler(run.scope, samplerId);
    requireChains("sampler", residueLetters(sampler.reference), template);
    samplers.set(samplerId, sampler);
  }
  const candidates = candidateSpaces(tree, { sampler, samplers, read, random });
  const whole = { kind: "MONOMER", assembly: { monomer: template }, sampler: { artifact_id: "" } } as const;
  const space = designSpace({ template: whole, alias: null, discourage_mutations: null });
  return { space, candidates, origin: (sequence) => originOf(candidates, sequence) };
}

function requireReadLengths(read: ReadAssemblies, template: string): void {
  for (const sequences of Object.values(read)) {
    const others = sequences.filter((sequence) => !haveSameChains(sequence, template));
    const [first] = others;
    if (first === undefined) continue;
    throw new DataProblem(
      `${others.length} of the ${sequences.length} listed sequences are not as long as the template, which has ${chainLengths(template)} residues; the first has ${chainLengths(first)}. Exclude them, for example with a QUERY.`,
    );
  }
}

export async function openScorer(run: TaskRun, id: string, template: string): Promise<LoadedScorer> {
  const loaded = await loadScorer(run.scope, id);
  requireChains("scorer", loaded.reference, template);
  return loaded;
}

/** Throws a `DataProblem` unless the chains of a model's reference and of a template have the same lengths. */
export function requireChains(what: string, reference: string, template: string): void {
  if (haveSameChains(reference, template)) return;
  throw new DataProblem(
    `The ${what} was trained for a protein of ${chainLengths(reference)} residues but the template has ${chainLengths(template)}: they must have the same length.`,
  );
}
