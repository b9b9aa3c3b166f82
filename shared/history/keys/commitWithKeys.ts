import { DomainError } from "@pdp/basics/errors";
import { KeyCheckNeeded, type KeyChecks, KeyViolated } from "#shared/domain/loads/keyCheck.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { settleFailure } from "#shared/history/settleFailure.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Output of a step that commits a load: whether the keys of its rows have to be compared before the step is called again. */
export interface CommitOutput {
  check_keys: boolean;
}

export const settled = (): CommitOutput => ({ check_keys: false });

/**
 * Commits a load, or settles it as failed if its rows do not fit its tables. `report` is the object with the last key
 * comparison, if there was one. May throw `busy` or an unexpected error.
 */
export async function commitWithKeys(
  scope: WorkspaceScope,
  { id, attempt }: LoadRecord,
  report: string | undefined,
  warnings: string[],
  commit: (checks: KeyChecks) => Promise<void>,
): Promise<CommitOutput> {
  try {
    await commit(report ? await getJson<KeyChecks>(scope, report) : {});
    return settled();
  } catch (error) {
    if (error instanceof KeyCheckNeeded) return { check_keys: true };
    const isUsers = error instanceof DomainError && error.code !== "busy";
    if (!isUsers && !(error instanceof KeyViolated)) throw error;
    const errors = error instanceof KeyViolated ? error.sentences : [error.message];
    await settleFailure(scope, id, attempt, { errors, warnings });
    return settled();
  }
}
