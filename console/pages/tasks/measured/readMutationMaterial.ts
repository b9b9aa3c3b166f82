import { isProtein, MIN_PROTEIN_LENGTH } from "@pdp/basics/proteins";
import { kindOf } from "#client/columnRoles.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { findMutations, type SeenColumn } from "#shared/proposals/findMutations.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { isTrainable, type MutationMaterial } from "./mutationMaterial.ts";

type Table = Pick<components["schemas"]["Table"], "reference" | "columns">;

/** Maximum number of rows used to recognize mutations. */
const MAX_ROWS = 2_000;
const MAX_COLUMNS = 60;
const READ_TYPES = ["STRING", "INT64"];

/** Reads the mutations in a table without sequences; null if no column contains any. */
export async function readMutationMaterial(
  workspace: Workspace,
  { reference, columns }: Table,
): Promise<MutationMaterial | null> {
  const read = columns.filter(({ type }) => READ_TYPES.includes(type)).slice(0, MAX_COLUMNS);
  if (read.length === 0) return null;
  const [rows, projects] = await Promise.all([
    workspace
      .query<Record<string, unknown>>(
        `SELECT ${read.map(({ name }) => quoteName(name)).join(", ")} FROM ${quoteReference(reference)} LIMIT ${MAX_ROWS}`,
      )
      .then((result) => result.rows()),
    openProjects(workspace),
  ]);
  const seen = read.map((column): SeenColumn => {
    const { name, type } = column;
    const cells = rows.map((row) => (row[name] == null || row[name] === "" ? null : String(row[name])));
    const kind = holdsProteins(cells) ? "AMINO_ACIDS" : (kindOf(column) ?? null);
    return { proposed: { name, source_name: name, type, kind }, cells };
  });
  const [first, ...others] = findMutations(seen).filter(isTrainable);
  if (!first) return null;
  return {
    columns: seen,
    candidates: [first, ...others],
    known: projects.flatMap(({ references = [] }) => references),
  };
}

function holdsProteins(cells: readonly (string | null)[]): boolean {
  const filled = cells.filter((cell) => cell !== null);
  return filled.length > 0 && filled.every((cell) => cell.length >= MIN_PROTEIN_LENGTH && isProtein(cell));
}
