import { type Column, sequenceKindOf } from "@pdp/basics/columns";
import { mutationColumns, proteinColumns } from "@pdp/basics/proteins";
import { quoteName, quoteReference } from "./requests/sqlNames.ts";
import type { components } from "./schema.ts";
import type { Workspace } from "./workspace.ts";

type Table = Pick<components["schemas"]["Table"], "reference" | "columns">;

/** Column of a table or a file. */
export interface SomeColumn {
  name: string;
  type: string;
  metadata?: { kind?: string | null } | null | undefined;
}

/** Columns that identify the protein of a row, most likely first. */
export interface ColumnRoles {
  /** Protein sequence columns. */
  sequences: string[];
  /** Columns that contain mutation codes, such as `V29A`. */
  mutations: string[];
}

/** Number of rows read to recognize columns. */
const ROWS_READ = 500;
/** Maximum number of text columns that are read. */
const MAX_TEXTS = 50;
/** Column names that indicate mutations, for tables without rows. */
const MUTATION_NAME = /^(?:mutations?|mutants?|variants?|hgvs_pro|hgvs)$/i;

/** Returns the kind of sequence specified for a column, or else the kind implied by its name. */
export function kindOf({ name, type, metadata }: SomeColumn) {
  return sequenceKindOf({ name, type, metadata: { kind: metadata?.kind ?? null } } as Column);
}

/**
 * Finds sequence and mutation columns by kind and content. Columns without cells are found by name.
 */
export function columnRoles(
  columns: readonly SomeColumn[],
  cellsOf: (column: SomeColumn) => readonly unknown[],
): ColumnRoles {
  const texts = textsOf(columns);
  const cells = new Map(texts.map((column) => [column.name, cellsOf(column)]));
  const isEmpty = (name: string) => cells.get(name)?.every((cell) => cell == null || cell === "") ?? true;
  const count = Math.max(0, ...[...cells.values()].map((column) => column.length));
  const rows = { count, columns: Object.fromEntries(cells) };
  const [proteins, codes] = [new Set(proteinColumns(rows)), new Set(mutationColumns(rows))];
  const plain = texts.filter((column) => kindOf(column) !== "AMINO_ACIDS");
  const mutations = plain.filter(({ name }) => (isEmpty(name) ? MUTATION_NAME.test(name) : codes.has(name)));
  // If there are mutations, a sequence that is the same in all rows is their reference.
  const isReference = ({ name }: SomeColumn) =>
    mutations.length > 0 && !isEmpty(name) && new Set(cells.get(name)?.filter(Boolean)).size === 1;
  const stated = texts.filter((column) => kindOf(column) === "AMINO_ACIDS" && !isReference(column));
  const recognized = plain.filter(({ name }) => proteins.has(name) && !codes.has(name));
  return {
    sequences: [...stated, ...recognized].map(({ name }) => name),
    mutations: mutations.map(({ name }) => name),
  };
}

/** Reads the first rows of a table and finds its sequence and mutation columns. */
export async function readColumnRoles(workspace: Workspace, table: Table): Promise<ColumnRoles> {
  const rows = await readTexts(workspace, table, ROWS_READ);
  return columnRoles(table.columns, ({ name }) => rows.map((row) => row[name]));
}

/** Reads the text columns that may contain proteins or mutations from the first rows of a table. */
export async function readTexts(
  workspace: Workspace,
  { reference, columns }: Table,
  maxRows: number,
): Promise<Record<string, unknown>[]> {
  const texts = textsOf(columns);
  if (texts.length === 0) return [];
  const result = await workspace.query<Record<string, unknown>>(
    `SELECT ${texts.map(({ name }) => quoteName(name)).join(", ")} FROM ${quoteReference(reference)} LIMIT ${maxRows}`,
  );
  return result.rows();
}

/** Returns the text columns that may contain proteins or mutations. */
function textsOf<Some extends SomeColumn>(columns: readonly Some[]): Some[] {
  return columns
    .filter(
      (column) => column.type === "STRING" && ["AMINO_ACIDS", "NONE"].includes(kindOf(column) ?? "NONE"),
    )
    .slice(0, MAX_TEXTS);
}
