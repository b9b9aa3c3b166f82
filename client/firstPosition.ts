import { readDesign } from "./requests/earlierTask.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

/** A protein with the numbers of its residues, as tasks and projects state it. */
interface Numbered {
  monomer?: string;
  first_position?: number | null;
  positions?: readonly number[] | null;
}

/**
 * Returns the number of the first residue of a protein: as a task states it of its reference, or else as a project's reference
 * of the same sequence has it. Null if nothing says so, or if the numbers have gaps, which counting from one number would ignore.
 */
export function firstPosition(
  sequence: string,
  stated: Numbered | null | undefined,
  references: readonly Numbered[] = [],
): number | null {
  const isOf = ({ monomer }: Numbered): boolean => monomer === sequence;
  const isNumbered = ({ first_position: first, positions }: Numbered): boolean =>
    first != null || positions != null;
  const found = [...(stated ? [stated] : []), ...references].find((one) => isOf(one) && isNumbered(one));
  const { first_position: first = null, positions = null } = found ?? {};
  if (positions === null) return first;
  const [start] = positions;
  const isContinuous = positions.every((position, index) => position === (start ?? 0) + index);
  return isContinuous ? (start ?? null) : null;
}

/** Returns the number of the first residue of a training's reference, or of another sequence in its project; 1 if nothing says so. */
export async function firstPositionOfTraining(
  workspace: Workspace,
  { parameters, context }: Pick<Task, "parameters" | "context">,
  sequence?: string,
): Promise<number> {
  const { reference } = parameters as { reference?: Numbered | null };
  const project = context.kind === "WORKSPACE" ? null : await workspace.project(String(context.project_id));
  return firstPosition(sequence ?? reference?.monomer ?? "", reference, project?.references) ?? 1;
}

/** Returns the number of the first residue of the protein that a task designed from; 1 if nothing says so. */
export async function firstPositionOfDesigns(workspace: Workspace, { parameters }: Task): Promise<number> {
  const design = readDesign(parameters);
  if (design === null) return 1;
  const { producer } = await workspace.artifact(design.sampler);
  return firstPositionOfTraining(workspace, await workspace.task(producer.task_id).get(), design.reference);
}
