import { DomainError } from "@pdp/basics/errors";
import { lastIdAt } from "#shared/domain/id.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { firstVersion, latestVersionUpTo } from "#shared/store/versions.ts";

/**
 * Returns the id of the latest version at an instant (ISO 8601). Throws `time_not_in_history` for an instant before the first
 * version, and for one in the future, because its meaning is not settled until it has passed.
 */
export async function versionAtTime(scope: WorkspaceScope, instant: string): Promise<string> {
  const present = now();
  if (instant > present) {
    throw outside(
      `${instant} is in the future (it is now ${present}). To read the latest rows, omit FOR TIMESTAMP`,
    );
  }
  const latest = await latestVersionUpTo(scope, lastIdAt(Date.parse(instant)));
  if (latest) return latest.id;
  const first = await firstVersion(scope);
  throw outside(
    first
      ? `There were no tables at ${instant}. The history of this workspace starts at ${first.created_at}`
      : `There were no tables at ${instant}. This workspace has no tables yet`,
  );
}

function outside(sentence: string): DomainError {
  return new DomainError("malformed", "time_not_in_history", `${sentence}.`);
}
