import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { numericColumns, sequenceColumns } from "../columnChoices.ts";
import { inGroups } from "./inGroups.ts";

type Table = components["schemas"]["Table"];

/** Values of a column of one table for one variant. */
export interface Measurement {
  table: string;
  column: string;
  /** Of each row; replicates are rows. */
  values: readonly number[];
}

/** Maximum number of tables that are searched, and of rows of each. */
const MAX_TABLES = 40;
const MAX_ROWS = 200;
const LIKE_AN_ID = /(^|_)(id|index|rank|number|no|row|line)$/i;

/** Reads the values of a variant in every table with sequences. Views are skipped, since they repeat the rows of tables. */
export async function readMeasurements(
  workspace: Workspace,
  tables: readonly Table[],
  sequence: string,
): Promise<Measurement[]> {
  const searched = tables
    .filter((table) => table.kind === "TABLE" && sequenceColumns(table).length > 0)
    .slice(0, MAX_TABLES);
  const found = await inGroups(searched, async (table) => {
    const columns = numericColumns(table).filter((name) => !LIKE_AN_ID.test(name));
    if (columns.length === 0) return [];
    const [protein = ""] = sequenceColumns(table);
    const values = columns.map((name, index) => `CAST(${quoteName(name)} AS DOUBLE) AS c${index}`);
    const result = await workspace.query<Record<string, number | null>>(
      `SELECT ${values.join(", ")} FROM ${quoteReference(table.reference)} WHERE ${quoteName(protein)} = ${quoteText(sequence)} LIMIT ${MAX_ROWS}`,
    );
    const rows = await result.rows();
    return columns.flatMap((column, index) => {
      const present = rows.flatMap((row) => row[`c${index}`] ?? []);
      return present.length > 0 ? [{ table: table.reference, column, values: present }] : [];
    });
  });
  return found.flat();
}
