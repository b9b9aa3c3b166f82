import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";

type Table = Pick<components["schemas"]["Table"], "reference" | "columns">;

/** Returns the query for the rows that were added and removed since a version; it reads the columns of that version. */
export async function changesSince(workspace: Workspace, table: Table, version: string): Promise<string> {
  const before = `${quoteReference(table.reference)} FOR VERSION AS OF ${version}`;
  const result = await workspace.query(`SELECT * FROM ${before} LIMIT 0`);
  const { fields } = (await result.table()).schema;
  return changesQuery(table, version, new Set(fields.map(({ name }) => name.toLowerCase())));
}

/**
 * Returns the query for the rows added and removed since a version in which the table had only some of its columns. The other
 * columns had no values at that time.
 */
export function changesQuery(
  { reference, columns }: Table,
  version: string,
  had: ReadonlySet<string>,
): string {
  const table = quoteReference(reference);
  const isSame = columns.every(({ name }) => had.has(name.toLowerCase()));
  const shown = columns.map(({ name }) =>
    had.has(name.toLowerCase()) ? quoteName(name) : `NULL AS ${quoteName(name)}`,
  );
  const now = `SELECT * FROM ${table}`;
  const before = `SELECT ${isSame ? "*" : shown.join(", ")} FROM ${table} FOR VERSION AS OF ${version}`;
  return `SELECT 'added' AS change, * FROM (${now} EXCEPT ${before})
UNION ALL
SELECT 'gone' AS change, * FROM (${before} EXCEPT ${now})`;
}
