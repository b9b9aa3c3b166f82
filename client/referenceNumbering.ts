import {
  FROM_ONE,
  Numbering,
  type NumberingStated,
  numberingFrom,
} from "#shared/domain/mutations/numbering.ts";
import { readDesign, readTraining } from "./requests/earlierTask.ts";
import { firstNumberInRows } from "./rowNumbering.ts";
import type { components } from "./schema.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

/** A protein with the numbers of its residues, from a task or project. */
interface Numbered extends NumberingStated {
  monomer?: string;
}

/**
 * Returns the numbers of the residues of a protein: from a task's reference, or else from a project's reference with
 * the same sequence. Null if unknown.
 */
export function referenceNumbering(
  sequence: string,
  stated: Numbered | null | undefined,
  references: readonly Numbered[] = [],
): Numbering | null {
  const found = [...(stated ? [stated] : []), ...references].find(
    ({ monomer, first_position: first, positions }) =>
      monomer === sequence && (first != null || positions != null),
  );
  return found ? new Numbering(found) : null;
}

/** Task with the numbers of its result, if they were recorded. */
type NumberedTask = Pick<Task, "parameters" | "context" | "numbering">;

/**
 * Returns the numbers of a training's reference, or of another sequence in its project: as the training recorded them, or
 * its parameters state them, or else those of the project's reference with the same sequence. A sequence as long as the
 * training's reference has its numbers if it has no others. Null if unknown.
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
  const own = reference?.monomer ?? "";
  if (sequence === undefined || sequence === own) return numbersOf(own);
  return numbersOf(sequence) ?? (sequence.length === own.length ? numbersOf(own) : null);
}

/**
 * Returns the numbers of `knownNumbering`, or else those of codes of single mutations such as `V29A` in the training's rows. They count
 * from 1 if both are unknown.
 */
export async function trainingNumbering(
  workspace: Workspace,
  training: NumberedTask,
  sequence?: string,
): Promise<Numbering> {
  const known = await knownNumbering(workspace, training, sequence);
  if (known !== null) return known;
  // Codes in the rows refer to the training's own reference.
  if (sequence !== undefined && sequence !== readTraining(training.parameters).reference) return FROM_ONE;
  const first = await firstNumberInRows(workspace, training);
  return first === null ? FROM_ONE : numberingFrom(first);
}

/** Returns the numbers that the report and the tables of a completed task have. */
export function writtenNumbering({
  type,
  parameters,
  numbering,
}: Pick<Task, "type" | "parameters" | "numbering">): Numbering {
  if (numbering) return new Numbering(numbering);
  // Earlier analyses recorded no numbers, and wrote those of their parameters.
  const { reference } = parameters as { reference?: Numbered | null };
  return type.startsWith("analyze.data/") && reference ? new Numbering(reference) : FROM_ONE;
}

/** Returns the numbers of a design task's template: as it recorded them, or else as its training has them; counts from 1 if they are unknown. */
export async function designsNumbering(
  workspace: Workspace,
  { parameters, numbering }: Task,
): Promise<Numbering> {
  if (numbering) return new Numbering(numbering);
  const design = readDesign(parameters);
  if (design === null) return FROM_ONE;
  const { producer } = await workspace.artifact(design.sampler);
  return trainingNumbering(workspace, await workspace.task(producer.task_id).get(), design.reference);
}

/** Returns the project of a task, directly or through its round; undefined for a task of the workspace. */
export async function projectOfTask(
  workspace: Workspace,
  { context }: Pick<Task, "context">,
): Promise<components["schemas"]["Project"] | undefined> {
  return context.kind === "WORKSPACE" ? undefined : workspace.project(String(context.project_id));
}
