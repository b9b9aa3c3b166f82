import { failErasure, isAbandoned } from "#shared/domain/erasures/erasureTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure, getErasure } from "#shared/store/erasures.ts";
import { releaseErasure } from "./releaseErasure.ts";

/** Ends an erasure that cannot be carried out. Has no effect on a later attempt, or if it has ended. */
export async function abandonErasure(
  scope: WorkspaceScope,
  id: string,
  attempt: number,
  errors: string[],
): Promise<void> {
  const after = await changeErasure(scope, id, (before) =>
    before.attempt === attempt && before.phase !== "DONE" && !isAbandoned(before)
      ? failErasure(before, errors)
      : before,
  );
  if (after.phase === "DONE") await releaseErasure(scope, id);
  else await settleAbandoned(scope, id);
}

/** Releases an erasure that was cancelled or has failed. Afterwards, the sweeper ignores it. */
export async function settleAbandoned(scope: WorkspaceScope, id: string): Promise<void> {
  if (!isAbandoned(await getErasure(scope, id))) return;
  await releaseErasure(scope, id);
  await changeErasure(scope, id, (before) =>
    before.phase === "DONE" ? before : { ...before, phase: "DONE" },
  );
}
