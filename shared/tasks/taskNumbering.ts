import { Numbering, type NumberingStated, type StoredNumbering } from "@pdp/basics/proteins";
import { projectOf } from "#shared/domain/context.ts";
import { producingTask } from "#shared/domain/tasks/artifact.ts";
import { getArtifact } from "#shared/store/artifacts.ts";
import { getProject } from "#shared/store/projects.ts";
import { findTask } from "#shared/store/tasks.ts";
import type { TaskRun } from "./taskRun.ts";

/** Protein with its residue numbers, as far as they are stated. */
interface Numbered extends NumberingStated {
  monomer: string;
}

/**
 * Returns the residue numbers of a protein, as stated by the task's reference, the reference of its `model`, or a project
 * reference with the same sequence. Any other sequence that a model fits has the numbers of the model's reference, since both
 * have the same positions. Residues count from 1 if no numbering is stated. A stage of the task stores the numbers, so that
 * later changes to the project do not affect a task that has already started.
 */
export async function taskNumbering(
  run: TaskRun,
  sequence: string,
  model: string | null = null,
): Promise<Numbering> {
  const stated = await run.stage("numbering", () => findNumbers(run, sequence, model));
  return new Numbering(stated ?? {});
}

async function findNumbers(
  run: TaskRun,
  sequence: string,
  modelId: string | null,
): Promise<StoredNumbering | null> {
  const { reference } = run.task.parameters as { reference?: Numbered | null };
  const model = modelId === null ? null : await trainedReference(run, modelId);
  const project = projectOf(run.task.context);
  const references = project === null ? [] : ((await getProject(run.scope, project)).references ?? []);
  const known = [reference, model, ...references].filter((known) => known != null);
  const numbersOf = (monomer: string): Numbered | undefined =>
    known.find((known) => known.monomer === monomer && isNumbered(known));
  const isAlike = model !== null && model.monomer.length === sequence.length;
  const numbers = numbersOf(sequence) ?? (isAlike ? numbersOf(model.monomer) : undefined);
  return numbers ? new Numbering(numbers).stated() : null;
}

/** Returns the reference of a model, with the numbers used in its training; null for a model without a stated reference. */
async function trainedReference({ scope }: TaskRun, id: string): Promise<Numbered | null> {
  const artifact = await getArtifact(scope, id);
  const { data } = artifact;
  if (typeof data.reference !== "string") return null;
  const training = await findTask(scope, producingTask(artifact));
  const { reference } = (training?.parameters ?? {}) as { reference?: Numbered | null };
  const stated = training?.numbering ?? (reference?.monomer === data.reference ? reference : {});
  return { ...stated, monomer: data.reference };
}

function isNumbered({ first_position: first, positions }: NumberingStated): boolean {
  return first != null || positions != null;
}
