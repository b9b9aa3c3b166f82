import { consensusOf, type Numbering, numberingFrom } from "@pdp/basics/proteins";
import { referenceNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Table } from "#client/resources.ts";
import { firstNumberIn } from "#client/rowNumbering.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { sequenceColumns } from "../columnChoices.ts";

/** Sequences that the sequences in a table are compared with. */
export interface References {
  /** Reference sequence for each sequence column. */
  sequences: ReadonlyMap<string, string>;
  /** Residue numbers of the reference sequence for each sequence column. */
  numberings: ReadonlyMap<string, Numbering>;
  /** Description of the reference sequences. */
  words: string;
}

/** Number of rows used to find the most common residues. */
const ROWS_COMPARED = 300;

/**
 * Reads the reference sequence for each sequence column: the most common residue at each position of the whole table,
 * regardless of the rows shown, or the template in a table of designs. Residues are numbered as in the heatmap: as in a
 * project reference with the same sequence, or else as in codes such as `V29A` in the rows. Results of `task` use the task's
 * numbers.
 */
export async function readReferences(
  workspace: Workspace,
  table: Table,
  asOf: string | null,
  task: Task | null,
): Promise<References> {
  const names = sequenceColumns(table);
  const hasParent = task !== null && table.columns.some(({ name }) => name === "parent");
  const words = hasParent
    ? "the protein it comes from"
    : `the most common residue at each position${(table.rows ?? 0) > ROWS_COMPARED ? ` in ${ROWS_COMPARED} rows` : ""}`;
  if (names.length === 0) return { sequences: new Map(), numberings: new Map(), words };
  const texts = table.columns.filter(({ type }) => type === "STRING").map(({ name }) => quoteName(name));
  const result = await workspace.query(
    `SELECT ${texts.join(", ")} FROM ${quoteReference(table.reference)} LIMIT ${hasParent ? 1 : ROWS_COMPARED}`,
    asOf === null ? {} : { asOf },
  );
  const rows = await result.rows();
  const textsIn = (name: string) =>
    rows.flatMap((row) => (typeof row[name] === "string" ? [row[name] as string] : []));
  const sequences = new Map(
    names.map((name) => [name, consensusOf(textsIn(hasParent ? "parent" : name))] as const),
  );
  const known =
    task === null ? (await openProjects(workspace)).flatMap(({ references }) => references ?? []) : [];
  const numberings = new Map(
    [...sequences].map(([name, sequence]) => [
      name,
      task !== null
        ? writtenNumbering(task)
        : (referenceNumbering(sequence, null, known) ??
          numberingFrom(firstNumberIn(rows, name, sequence) ?? 1)),
    ]),
  );
  return { sequences, numberings, words };
}
