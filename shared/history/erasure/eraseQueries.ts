import { hasQueryEnded } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { removeQueries } from "#shared/store/queries.ts";
import type { ErasedTexts } from "./erasedTexts.ts";

/**
 * Removes the records of all ended queries with deleted results: their SQL and errors may quote any value. A running query is
 * kept so that its owner learns the outcome, unless its SQL quotes an erased text; the second search removes it as well.
 */
export async function eraseQueries(scope: WorkspaceScope, texts: ErasedTexts): Promise<void> {
  await removeQueries(scope, (query) => hasQueryEnded(query) || texts.areIn(query.query));
}
