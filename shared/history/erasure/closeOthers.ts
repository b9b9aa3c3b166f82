import type { HasErased } from "#shared/domain/erasures/erasedText.ts";
import type { ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import { closeOther } from "#shared/domain/erasures/erasureTransitions.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allErasures, changeErasure } from "#shared/store/erasures.ts";

/** Closes other plans, because they count erased rows, and their conditions and errors may contain erased values. */
export async function closeOthers(scope: WorkspaceScope, id: string, has: HasErased): Promise<void> {
  const isOther = (erasure: ErasureRecord): boolean =>
    erasure.id !== id && closeOther(erasure, has) !== erasure;
  await inParallel((await allErasures(scope)).filter(isOther), async (other) => {
    await changeErasure(scope, other.id, (before) => closeOther(before, has));
  });
}
