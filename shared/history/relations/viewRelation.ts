import type { Relation } from "@pdp/trino/relations";
import { foldReference } from "#shared/domain/table.ts";
import { viewOutdated } from "#shared/domain/viewReads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { readTable, type TableRecord } from "#shared/store/tables.ts";
import { hasHeld } from "./holderAt.ts";

type View = Pick<TableRecord, "id" | "reference" | "query" | "reads">;

/**
 * Returns the relation of a view. Reading the view raises a 409 `view_outdated` while a reference in its query belongs to a
 * different table than when the view was defined, and at versions where the original table had released the reference. At an
 * earlier version, the view reads the table that had the reference at that time.
 */
export function viewRelation(scope: WorkspaceScope, view: View): Extract<Relation, { kind: "VIEW" }> {
  const { id, query = "", reads = {} } = view;
  return {
    kind: "VIEW",
    id,
    query,
    requireSame: async (reference, { id: currentId, heldAt }) => {
      const folded = foldReference(reference);
      const written = Object.hasOwn(reads, folded) ? reads[folded] : undefined;
      if (currentId === undefined || written === undefined || written === currentId) return;
      if (heldAt !== undefined && !(await hasHeld(scope, written, reference, heldAt))) return;
      const { item } = await readTable(scope, written);
      const table = { ...item, isArchived: item.archived_at !== null };
      throw viewOutdated(view.reference, reference, table, heldAt);
    },
  };
}
