import { firstNumberOf, proteinColumns } from "@pdp/basics/proteins";
import { readTexts } from "./columnRoles.ts";
import { ApiError } from "./errors.ts";
import { readTraining } from "./requests/earlierTask.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

const MAX_ROWS = 2_000;

/**
 * Returns the number of the first residue of a training run's reference, based on single-mutation codes such as `V29A` in any
 * column of its table. Null if there are no such codes.
 */
export async function firstNumberInRows(
  workspace: Workspace,
  { parameters }: Pick<Task, "parameters">,
): Promise<number | null> {
  const { source, reference } = readTraining(parameters);
  // Mutations that define the sequences already use the reference's numbering, and the residues of two chains count from 1.
  if (!source || source.mutations !== null || reference === "") return null;
  const { sequenceColumn } = source;
  if (sequenceColumn !== null && typeof sequenceColumn !== "string") return null;
  try {
    const table = await workspace.table(source.table);
    return firstNumberIn(await readTexts(workspace, table, MAX_ROWS), sequenceColumn, reference);
  } catch (error) {
    // The table or one of its columns may have been removed.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/**
 * Returns the number of a reference's first residue. Uses the first column with codes that agree with the sequences in the
 * named column, or otherwise in the first protein column.
 */
export function firstNumberIn(
  rows: readonly Readonly<Record<string, unknown>>[],
  named: string | null,
  reference: string,
): number | null {
  const names = Object.keys(rows[0] ?? {});
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  const [protein] = proteinColumns({ count: rows.length, columns });
  const column = named !== null && names.includes(named) ? named : protein;
  if (column === undefined) return null;
  for (const codes of names.filter((name) => name !== column)) {
    const variants = rows.map((row) => ({
      sequence: textOf(row[column]) ?? "",
      mutations: textOf(row[codes]),
    }));
    const first = firstNumberOf(
      variants.filter(({ sequence }) => sequence.length === reference.length),
      reference,
    );
    if (first !== null) return first;
  }
  return null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
