import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { consensusOf } from "#shared/domain/sequences/consensusOf.ts";
import { sequenceColumns } from "../columnChoices.ts";

type Table = components["schemas"]["Table"];

/** Number of sequences from which the commonest residues are taken. */
const SEQUENCES_COMPARED = 300;

/**
 * Reads what is compared with in every column of sequences: the residue that each position has most often in the table,
 * whichever of its rows are shown; in a table of designs, the protein that they come from.
 */
export async function readReferences(workspace: Workspace, table: Table, asOf: string | null) {
  const names = sequenceColumns(table);
  if (names.length === 0) return new Map<string, string>();
  const hasParent =
    table.reference.startsWith("tasks.") && table.columns.some(({ name }) => name === "parent");
  const columns = names.map((name, index) => `${hasParent ? '"parent"' : quoteName(name)} AS s${index}`);
  const result = await workspace.query<Record<string, string | null>>(
    `SELECT ${columns.join(", ")} FROM ${quoteReference(table.reference)} LIMIT ${hasParent ? 1 : SEQUENCES_COMPARED}`,
    asOf === null ? {} : { asOf },
  );
  const rows = await result.rows();
  return new Map(
    names.map((name, index) => [name, consensusOf(rows.flatMap((row) => row[`s${index}`] ?? []))]),
  );
}
