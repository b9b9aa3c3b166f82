import { formatCount, joinNames } from "@pdp/basics/wording";
import type { Table } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Write } from "#shared/store/dynamodb/items.ts";
import { readTable } from "#shared/store/tables.ts";
import { viewReadsWrite } from "#shared/store/tableWrites.ts";
import type { Reader } from "./viewsThatRead.ts";

/** Maximum number of views that one commit can bind: a transaction has at most 100 writes. */
const MAX_BOUND = 50;
const MAX_NAMED = 20;

/** Views that read a table that is about to release its reference. */
export interface Readers {
  /** Sentence that names these views; empty if there are none. */
  warnings: string[];
  /**
   * Records, in views stored by earlier versions of the service, which tables they read, so that another table with the same
   * reference is not mistaken for one of these tables.
   */
  writes: Write[];
}

/**
 * Returns the warning and the writes needed for the active views that read a table that is about to release its reference.
 */
export async function readersOfTable(
  scope: WorkspaceScope,
  { id, reference }: Table,
  readers: readonly Reader[],
): Promise<Readers> {
  if (readers.length === 0) return { warnings: [], writes: [] };
  const names = joinNames(
    readers.map(({ view }) => `"${view.reference}"`),
    MAX_NAMED,
  );
  const warning = `${formatCount(readers.length, "view")} ${readers.length === 1 ? "reads" : "read"} "${reference}" and cannot be read without it: ${names}. Change ${readers.length === 1 ? "its query" : "their queries"}, or restore the table's name.`;
  return { warnings: [warning], writes: await bind(scope, id, readers) };
}

async function bind(scope: WorkspaceScope, id: string, readers: readonly Reader[]): Promise<Write[]> {
  const unbound = readers.flatMap(({ view, unstored }) =>
    unstored && Object.values(unstored).includes(id) ? [{ id: view.id, reads: unstored }] : [],
  );
  return Promise.all(
    unbound
      .slice(0, MAX_BOUND)
      .map(async (view) => viewReadsWrite(scope, await readTable(scope, view.id), view.reads)),
  );
}
