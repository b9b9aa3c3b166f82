import type { Workspace } from "#client/workspace.ts";
import { pathIn } from "../lab.ts";

/** Returns the path of the page that shows everything known about a variant. */
export function variantPath(workspace: Pick<Workspace, "name">, sequence: string): string {
  return `${pathIn(workspace, "variant")}?${new URLSearchParams({ sequence })}`;
}
