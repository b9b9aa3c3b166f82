import { quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";

/** Returns the project of the latest import of a table's rows; null for a view, or for a table without rows. */
export async function projectOfTable(
  workspace: Workspace,
  { reference, kind }: Pick<components["schemas"]["Table"], "reference" | "kind">,
): Promise<string | null> {
  if (kind !== "TABLE") return null;
  const result = await workspace.query<{ load: string | number | bigint | null }>(
    `SELECT max("$load_id") AS load FROM ${quoteReference(reference)}`,
  );
  const [{ load = null } = {}] = await result.rows();
  if (load === null) return null;
  const { context } = await workspace.load(String(load)).get();
  return context.kind === "WORKSPACE" ? null : String(context.project_id);
}
