import type { Structure } from "#client/structures.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";

/** Lists the structures of a workspace, latest first. With a project, only those of the project and of the whole workspace. */
export async function listStructures(workspace: Workspace, project: string): Promise<Structure[]> {
  const all = await take(workspace.structures.list());
  return all.filter(
    ({ context }) => project === "" || context.kind === "WORKSPACE" || String(context.project_id) === project,
  );
}
