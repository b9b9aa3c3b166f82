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

/** A protein with the numbers of its residues, as tasks and projects state it. */
interface Numbered extends NumberingStated {
  monomer?: string;
}

/**
 * Returns the numbers of the residues of a protein: as a task states them of its reference, or else as a project's reference of the
 * same sequence has them. Null if nothing says so.
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

/**
 * Returns the numbers of a training's reference, or of another sequence in its project: those that the training states, or else those
 * of the project's reference of the same sequence. Null if nothing says so.
 */
async function knownNumbering(
  workspace: Workspace,
  { parameters, context }: Pick<Task, "parameters" | "context">,
  sequence?: string,
): Promise<Numbering | null> {
  const { reference } = parameters as { reference?: Numbered | null };
  const project = await projectOfTask(workspace, { context });
  return referenceNumbering(sequence ?? reference?.monomer ?? "", reference, project?.references);
}

/**
 * Returns the numbers as `knownNumbering` does, or else from the number on that the training's rows give the first residue by codes of
 * single mutations such as `V29A`. They count from 1 if nothing says so.
 */
export async function trainingNumbering(
  workspace: Workspace,
  training: Pick<Task, "parameters" | "context">,
  sequence?: string,
): Promise<Numbering> {
  const known = await knownNumbering(workspace, training, sequence);
  if (known !== null) return known;
  // The rows number the reference of the training alone.
  if (sequence !== undefined && sequence !== readTraining(training.parameters).reference) return FROM_ONE;
  const first = await firstNumberInRows(workspace, training);
  return first === null ? FROM_ONE : numberingFrom(first);
}

/** Returns the numbers of the protein that a task designed from; they count from 1 if nothing says so. */
export async function designsNumbering(workspace: Workspace, { parameters }: Task): Promise<Numbering> {
  const design = readDesign(parameters);
  if (design === null) return FROM_ONE;
  const { producer } = await workspace.artifact(design.sampler);
  return trainingNumbering(workspace, await workspace.task(producer.task_id).get(), design.reference);
}

/** Returns the project that a task belongs to, itself or by its round; undefined if it belongs to the workspace. */
export async function projectOfTask(
  workspace: Workspace,
  { context }: Pick<Task, "context">,
): Promise<components["schemas"]["Project"] | undefined> {
  return context.kind === "WORKSPACE" ? undefined : workspace.project(String(context.project_id));
}
