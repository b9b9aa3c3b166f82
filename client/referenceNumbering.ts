import { FROM_ONE, Numbering, type NumberingStated, numberingFrom } from "@pdp/basics/proteins";
import { kindOf, type StatedAssembly, sequenceOf } from "./requests/assembly.ts";
import { readDesign, readTraining } from "./requests/earlierTask.ts";
import { firstNumberInRows } from "./rowNumbering.ts";
import type { components } from "./schema.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

/** Protein with its residue numbers, from a task or project. */
interface Numbered extends NumberingStated, StatedAssembly {}

/**
 * Returns the residue numbers of a protein: from a task's reference, or else from a project reference with the same sequence.
 * Null if unknown.
 */
export function referenceNumbering(
  sequence: string,
  stated: Numbered | null | undefined,
  references: readonly Numbered[] = [],
): Numbering | null {
  const numbered = [...(stated ? [stated] : []), ...references].find(
    ({ monomer, first_position: first, positions }) =>
      monomer === sequence && (first != null || positions != null),
  );
  return numbered ? new Numbering(numbered) : null;
}

/** Task with the residue numbers of its result, if they were recorded. */
type NumberedTask = Pick<Task, "parameters" | "context" | "numbering">;

/**
 * Returns the residue numbers of a training run's reference, or of another sequence in its project. Uses the numbers recorded
 * by the training, those in its parameters, or those of a project reference with the same sequence, in that order. A sequence
 * without numbers that is as long as the training task's reference uses the numbers of that reference. Null if unknown.
 */
async function knownNumbering(
  workspace: Workspace,
  { parameters, context, numbering }: NumberedTask,
  sequence?: string,
): Promise<Numbering | null> {
  const { reference } = parameters as { reference?: Numbered | null };
  const stated = reference && { ...reference, ...numbering };
  const project = await projectOfTask(workspace, { context });
  const numbersOf = (monomer: string): Numbering | null =>
    referenceNumbering(monomer, stated, project?.references);
  const referenceSequence = sequenceOf(reference) ?? "";
  // The residues of two chains count from 1 in each.
  if (kindOf(referenceSequence) === "VHVL") return FROM_ONE;
  if (sequence === undefined || sequence === referenceSequence) return numbersOf(referenceSequence);
  return (
    numbersOf(sequence) ??
    (sequence.length === referenceSequence.length ? numbersOf(referenceSequence) : null)
  );
}

/**
 * Returns the numbers from `knownNumbering`, or else those implied by single-mutation codes such as `V29A` in the training's
 * rows. If both are unknown, numbering starts at 1.
 */
export async function trainingNumbering(
  workspace: Workspace,
  training: NumberedTask,
  sequence?: string,
): Promise<Numbering> {
  const known = await knownNumbering(workspace, training, sequence);
  if (known !== null) return known;
  // Mutation codes in the rows are relative to the training task's reference.
  if (sequence !== undefined && sequence !== readTraining(training.parameters).reference) return FROM_ONE;
  const first = await firstNumberInRows(workspace, training);
  return first === null ? FROM_ONE : numberingFrom(first);
}

/** Returns the residue numbers used in the report and the tables of a completed task. */
export function writtenNumbering({
  type,
  parameters,
  numbering,
}: Pick<Task, "type" | "parameters" | "numbering">): Numbering {
  if (numbering) return new Numbering(numbering);
  // Earlier analyses did not record numbers; they used those in their parameters.
  const { reference } = parameters as { reference?: Numbered | null };
  return type.startsWith("analyze.data/") && reference ? new Numbering(reference) : FROM_ONE;
}

/**
 * Returns the residue numbers of a design task's template: as recorded by the task, or else those of its training; numbering
 * starts at 1 if they are unknown.
 */
export async function designsNumbering(
  workspace: Workspace,
  { parameters, numbering }: Task,
): Promise<Numbering> {
  if (numbering) return new Numbering(numbering);
  const design = readDesign(parameters);
  if (design === null) return FROM_ONE;
  const training = await workspace.producingTask(design.sampler);
  return trainingNumbering(workspace, await training.get(), design.reference);
}

/** Returns the project of a task, directly or through its round; undefined for a workspace task. */
export async function projectOfTask(
  workspace: Workspace,
  { context }: Pick<Task, "context">,
): Promise<components["schemas"]["Project"] | undefined> {
  return context.kind === "WORKSPACE" ? undefined : workspace.project(String(context.project_id));
}
