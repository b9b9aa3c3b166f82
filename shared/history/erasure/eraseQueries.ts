import { hasQueryEnded } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { removeQueries } from "#shared/store/queries.ts";
import type { ErasedTexts } from "./erasedTexts.ts";

/**
 * Removes the records of all queries that have ended, whose results are deleted: their SQL and their errors may quote any value. A
 * query that has not ended stays, so that its owner learns of its end, unless its SQL quotes an erased text; the search after
 * the erasure removes it, too.
 */
export async function eraseQueries(scope: WorkspaceScope, texts: ErasedTexts): Promise<void> {
  await removeQueries(scope, (query) => hasQueryEnded(query) || texts.areIn(query.query));
}
