import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { take as takeFirst } from "#client/pages.ts";
import type { Workspace } from "#client/workspace.ts";

export const WorkspaceContext = createContext<Workspace | null>(null);

/** Returns the open workspace. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No workspace is open.");
  return workspace;
}

/** Returns the path of a workspace page: `pathIn(lab, "tables", "variants")`. */
export function pathIn({ name }: Pick<Workspace, "name">, ...parts: string[]): string {
  return `/w/${[name, ...parts].map(encodeURIComponent).join("/")}`;
}

/** Maximum number of list items that a page shows. */
const MAX_ITEMS = 1_000;

/** Reads the items of a list that a page shows. */
export function take<T>(items: AsyncIterable<T>, maxItems = MAX_ITEMS): Promise<T[]> {
  return takeFirst(items, maxItems);
}
