import { invalidField } from "#shared/domain/errors.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getProject } from "./projects.ts";
import { getRound } from "./rounds.ts";

export interface ContextFilter {
  projectId: string | null;
  roundId: string | null;
}

/** Checks the project or round by which a list is filtered: it must exist. Both at once is a 422. */
export async function requireContextFilter(
  scope: WorkspaceScope,
  { projectId, roundId }: ContextFilter,
): Promise<void> {
  if (projectId !== null && roundId !== null) {
    throw invalidField(["query", "round_id"], "Give project_id or round_id, not both");
  }
  if (projectId !== null) await getProject(scope, projectId);
  if (roundId !== null) await getRound(scope, roundId);
}
