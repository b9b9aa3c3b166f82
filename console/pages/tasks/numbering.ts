import type { Numbering } from "@pdp/basics/proteins";
import { designsNumbering, trainingNumbering } from "#client/referenceNumbering.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";

/** Returns whether a task designs variants. */
export function isDesign({ type }: Pick<Task, "type">): boolean {
  return type === "engineer/v2" || type === "diversify/v2";
}

/** Returns the residue numbers of a report's reference. */
export function numberingOfReport(workspace: Workspace, task: Task): Promise<Numbering> {
  return isDesign(task) ? designsNumbering(workspace, task) : trainingNumbering(workspace, task);
}
