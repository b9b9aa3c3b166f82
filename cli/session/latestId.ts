import { take } from "#client/pages.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../cli.ts";
import { UsageError } from "../errors.ts";
import { projectOf } from "./findContext.ts";
import { loadsOfFiles } from "./loadsOfFiles.ts";

/** Word that stands for the ID of the newest task, load or order, and for the latest version. */
export const LATEST = "latest";

type TaskQuery = NonNullable<Parameters<Workspace["tasks"]>[0]>;

/** Returns the ID of the project in use if the stated ID is `latest`: the newest one of that project is meant. */
export async function projectOfLatest(
  cli: Cli,
  workspace: Workspace,
  stated: string,
): Promise<string | undefined> {
  return stated === LATEST ? (await projectOf(cli, workspace, {}))?.id : undefined;
}

/** Returns the specified ID, or the ID of the newest task of certain types, of a project if one is given. */
export async function taskIdOf(
  workspace: Workspace,
  stated: string,
  types: readonly TaskQuery["type"][] = [undefined],
  projectId?: string,
): Promise<string> {
  if (stated !== LATEST) return stated;
  // Only completed tasks have models and designs.
  const completed = {
    ...(types.some((type) => type !== undefined) && { state: "COMPLETED" as const }),
    ...(projectId !== undefined && { project_id: projectId }),
  };
  const newest = types.map((type) =>
    take(workspace.tasks({ order: "DESC", ...completed, ...(type !== undefined && { type }) }), 1),
  );
  const [task] = (await Promise.all(newest)).flat().sort((a, b) => b.created_at.localeCompare(a.created_at));
  if (task) return task.id;
  throw new UsageError("No task matches. pdp task list shows all tasks.");
}

/** Returns the specified ID, or the ID of the newest order that is not archived. */
export async function orderIdOf(workspace: Workspace, stated: string): Promise<string> {
  if (stated !== LATEST) return stated;
  const [order] = await take(workspace.orders.list({ order: "DESC" }), 1);
  if (order) return order.id;
  throw new UsageError("The workspace has no orders yet. Create one with pdp order create.");
}

/** Returns the specified ID, or the ID of the newest load that was not created by a task, of a project if one is given. */
export async function loadIdOf(workspace: Workspace, stated: string, projectId?: string): Promise<string> {
  if (stated !== LATEST) return stated;
  const of = projectId === undefined ? {} : { project_id: projectId };
  const [load] = await take(loadsOfFiles(workspace.loads({ order: "DESC", ...of })), 1);
  if (load) return load.id;
  throw new UsageError(
    `The ${projectId === undefined ? "workspace" : "project"} has no loads yet. Create one with pdp import.`,
  );
}
