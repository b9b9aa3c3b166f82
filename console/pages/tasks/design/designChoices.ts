import type { LiabilityKind } from "@pdp/science/antibodies";
import type { EarlierDesign } from "#client/requests/earlierTask.ts";
import { joinRanges, writePositions } from "#client/requests/positions.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Models } from "../models.ts";
import { type GoalChoice, proposedGoals, statedGoals } from "./goalChoice.ts";
import { earlierLibrary, type LibraryChoice } from "./libraryChoice.ts";

export const MAX_DESIGNS = 10_000;
/** Default fraction of designs meant for learning. */
const DEFAULT_EXPLORATION = 0.25;
/** Percent of the designs that may have the same mutation, as the service's default. */
const DEFAULT_FREQUENCY = 50;
const USUAL_MUTATIONS = 4;

/** Models to design with, and the task to repeat. */
export interface DesignSource {
  models: Models;
  /** Choices in the task being repeated. */
  before: EarlierDesign | null;
  task: Task | null;
}

/** Choices in the form. */
export interface DesignChoices {
  count: number;
  maxMutations: number;
  allowIndels: boolean;
  /** Percent of the designs that may explore. */
  exploration: number;
  /** Percent of the designs that may have the same mutation. */
  frequency: number;
  /** Text with the positions to keep. */
  kept: string;
  forbidden: readonly LiabilityKind[];
  goals: readonly GoalChoice[];
  library: LibraryChoice | null;
  /** Null to name the designs by their round. */
  name: string | null;
  round: string;
}

/** Returns the protein that designs start from. */
export function templateOf({ models, before }: Pick<DesignSource, "models" | "before">): string {
  return before?.reference ?? models.reference;
}

/** Returns the choices of the task being repeated, or else those that fit the models. */
export function initialChoices(
  { models, before, task }: DesignSource,
  named: Pick<DesignChoices, "name" | "round">,
): DesignChoices {
  const ranges = before ? before.kept : joinRanges([[0, 1], ...models.hardlyVaried]);
  return {
    count: before?.count ?? 48,
    maxMutations: before?.maxMutations ?? proposedMutations(models),
    allowIndels: before?.allowIndels ?? false,
    exploration: Math.round(100 * (before?.exploration ?? DEFAULT_EXPLORATION)),
    frequency: initialFrequency(before),
    kept: writePositions(ranges, templateOf({ models, before }), models.numbering),
    forbidden: before?.forbiddenLiabilities ?? [],
    goals: before ? statedGoals(models.assays, before) : proposedGoals(models.assays),
    library: earlierLibrary(task?.parameters),
    ...named,
  };
}

/** Returns the percent of designs with the same mutation that the form shows first. */
export function initialFrequency(before: EarlierDesign | null): number {
  const stated = before?.maxMutationFrequency;
  return stated === undefined ? DEFAULT_FREQUENCY : Math.round(100 * (stated ?? 1));
}

/** Proposes a number of mutations close to that of the measured variants. */
function proposedMutations({ mutations }: Models): number {
  return mutations === null ? USUAL_MUTATIONS : Math.min(USUAL_MUTATIONS, mutations.most + 2);
}

/** Returns whether the numbers are within their limits. */
export function isWithinLimits(
  { count, maxMutations, exploration, frequency }: DesignChoices,
  template: string,
): boolean {
  const isBetween = (value: number, minimum: number, maximum: number) => value >= minimum && value <= maximum;
  return (
    isBetween(count, 1, MAX_DESIGNS) &&
    isBetween(maxMutations, 1, template.length) &&
    isBetween(exploration, 0, 100) &&
    isBetween(frequency, 1, 100)
  );
}
