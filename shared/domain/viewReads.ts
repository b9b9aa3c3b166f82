import { conflict, type DomainError } from "@pdp/basics/errors";

/** Ids of the tables and views that a view was defined on, keyed by the folded references in its query. */
export type ViewReads = Readonly<Record<string, string>>;

/** Table that a view was defined on but that has since released the reference used in the view's query. */
export interface WrittenOnTable {
  id: string;
  reference: string;
  isArchived: boolean;
}

/**
 * Returns the error for a view if a reference in its query belongs, now or at a version, to a different table than the one
 * that the view was defined on.
 */
export function viewOutdated(
  view: string,
  reference: string,
  table: WrittenOnTable,
  version?: string,
): DomainError {
  const state = table.isArchived ? `is archived (table ${table.id})` : `is now named "${table.reference}"`;
  const other = table.isArchived ? "" : `, or make it read "${table.reference}"`;
  const holder = version === undefined ? "now has that name" : `had that name at version ${version}`;
  return conflict(
    "view_outdated",
    `The view "${view}" was created for a table "${reference}" that ${state}; another table ${holder}. Save the view's query again to read the other table${other}.`,
  );
}
