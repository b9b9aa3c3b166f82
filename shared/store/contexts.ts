import { invalidField } from "@pdp/basics/errors";
import type { Context, ContextFilter, LoadContext, TaskContext } from "#shared/domain/context.ts";
import { requireActiveProject, requireActiveRound } from "#shared/domain/round.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Write } from "./dynamodb/items.ts";
import { getProject, type ProjectChange, projectIsActive, projectWrites } from "./projects.ts";
import { getRound, roundIsActive } from "./rounds.ts";

/** Checks that the project or round used to filter a list exists. Throws a 422 if both are given. */
export async function requireContextFilter(
  scope: WorkspaceScope,
  { projectId, roundId }: ContextFilter,
): Promise<void> {
  if (projectId !== null && roundId !== null) {
    throw invalidField(["query", "round_id"], "Specify either project_id or round_id, not both");
  }
  if (projectId !== null) await getProject(scope, projectId);
  if (roundId !== null) await getRound(scope, roundId);
}

/**
 * Returns the context in which something new (`what`, such as "a task") is created. Throws a 404 for an unknown project
 * or round, and a 409 for an archived one.
 */
export async function activeContext(
  scope: WorkspaceScope,
  wanted: LoadContext | TaskContext,
  what: string,
): Promise<Context> {
  if (wanted.kind === "WORKSPACE") return wanted;
  if (wanted.kind === "PROJECT") {
    requireActiveProject(await getProject(scope, wanted.project_id), what);
    return wanted;
  }
  const round = await getRound(scope, wanted.round_id);
  if (wanted.project_id && wanted.project_id !== round.project_id) {
    await getProject(scope, wanted.project_id);
    const message = `The round ${round.id} belongs to the project ${round.project_id}: specify this project id, or omit it`;
    throw invalidField(["body", "context", "project_id"], message, wanted.project_id);
  }
  requireActiveRound(round, what);
  requireActiveProject(await getProject(scope, round.project_id), what);
  return { kind: "ROUND", round_id: round.id, project_id: round.project_id };
}

/**
 * Returns the context after a move to another round of the same project, or out of all rounds. Throws a 404 for an unknown
 * round, a 409 for an archived round or project, and a 422 for a round of another project or without a project.
 */
export async function movedContext(
  scope: WorkspaceScope,
  context: Context,
  roundId: string | null,
  what: string,
): Promise<Context> {
  const loc = ["body", "round_id"];
  if (context.kind === "WORKSPACE")
    throw invalidField(
      loc,
      `Only ${what} of a project can be moved: this one belongs to the workspace`,
      roundId,
    );
  const { project_id } = context;
  if (roundId === null) return activeContext(scope, { kind: "PROJECT", project_id }, what);
  const round = await getRound(scope, roundId);
  if (round.project_id !== project_id)
    throw invalidField(
      loc,
      `The round ${roundId} belongs to the project ${round.project_id}: name a round of the project ${project_id}`,
      roundId,
    );
  return activeContext(scope, { kind: "ROUND", round_id: roundId }, what);
}

/**
 * Returns conditions for transactions that create or change something in a context: the context must be active. If the
 * transaction also changes the project, which was active when it was read, the condition is that the project has not changed
 * since then.
 */
export function contextIsActive(
  scope: WorkspaceScope,
  context: Context,
  change: ProjectChange | null = null,
): Write[] {
  if (context.kind === "WORKSPACE") return [];
  const project = change
    ? projectWrites(scope, change.before, change.after)
    : [projectIsActive(scope, context.project_id)];
  return context.kind === "PROJECT" ? project : [...project, roundIsActive(scope, context.round_id)];
}
