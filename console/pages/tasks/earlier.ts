import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { type Resource, useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { isWithoutMeasurements } from "./isWithoutMeasurements.ts";

const PAGES: Partial<Record<Task["type"], string>> = {
  "analyze.data/v2": "analyze",
  "train/v2": "train",
  "diversify/v2": "design",
  "engineer/v2": "design",
};

/** Returns the URL of the form filled in from a task's request; null if the task has no form. */
export function runAgainPath(workspace: Workspace, task: Task): string | null {
  const { type, id } = task;
  const page = isWithoutMeasurements(task) ? "first-plate" : PAGES[type];
  return page === undefined ? null : `${pathIn(workspace, page)}?from=${id}`;
}

/** Reads the task to repeat, as given in the URL; null if the URL does not name one. */
export function useEarlierTask(): Resource<Task | null> {
  const workspace = useWorkspace();
  const id = address.value.searchParams.get("from");
  return useResource(`earlier ${workspace.name} ${id}`, async () =>
    id === null ? null : workspace.task(id).get(),
  );
}

/** Name of the task being repeated. */
export function nameAgain({ display_name }: Task): string {
  return display_name === null ? "" : display_name.replace(/( \(again\))?$/, " (again)");
}
