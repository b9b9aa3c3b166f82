import type { Workspace } from "#client/workspace.ts";
import { UsageError } from "../errors.ts";
import { LATEST } from "./latestId.ts";

/** Values that `versionAt` accepts, for help texts. */
export const VERSION_OPTION = "a version, its tag, or a time such as 2026-01-31T12:00:00Z";

/** Returns the ID of a version given as an ID, a tag or a time. */
export async function versionAt(workspace: Workspace, stated: string): Promise<string> {
  if (/^\d{6,}$/.test(stated)) return stated;
  const time = /^\d/.test(stated) ? Date.parse(stated) : Number.NaN;
  if (Number.isNaN(time)) return versionOfTag(workspace, stated);
  for await (const version of workspace.versions({ order: "DESC" })) {
    if (Date.parse(version.created_at) <= time) return version.id;
  }
  throw new UsageError(`The workspace had no data at ${stated}. To list versions, run: pdp table history`);
}

async function versionOfTag(workspace: Workspace, name: string): Promise<string> {
  for await (const tag of workspace.tags())
    if (tag.name.toLowerCase() === name.toLowerCase()) return tag.version_id;
  if (name === LATEST) for await (const { id } of workspace.versions({ order: "DESC" })) return id;
  throw new UsageError(
    `"${name}" is neither a version, nor a tag (pdp tag list), nor a time such as 2026-01-31T12:00:00Z.`,
  );
}
