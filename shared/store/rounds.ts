import { notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Round } from "#shared/domain/round.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryLostRace } from "./change.ts";
import { workspaceDatabase } from "./database.ts";
import { getItem, getItems, type Stored, transact, type Write } from "./items.ts";
import { roundKey, roundOfProjectKey, rounds, roundsOfProject } from "./keys.ts";
import { archivedMeanwhile, projectIsActive, projectsById } from "./projects.ts";
import { readPage } from "./readPage.ts";

/** Stores a new round, on condition that its project is active at that moment. */
export async function createRoundRecord(scope: WorkspaceScope, round: Round): Promise<void> {
  try {
    await transact(workspaceDatabase(scope), [
      { kind: "create", key: roundKey(scope.id, round.id), item: round },
      { kind: "put", key: roundOfProjectKey(scope.id, round.project_id, round.id), item: { id: round.id } },
      projectIsActive(scope, round.project_id),
    ]);
  } catch (error) {
    throw archivedMeanwhile(error, 2, "project", round.project_id);
  }
}

export async function getRound(scope: WorkspaceScope, id: string): Promise<Stored<Round>> {
  const round = await getItem<Round>(workspaceDatabase(scope), roundKey(scope.id, id));
  if (!round) throw notFound("round", id);
  return round;
}

export function changeRound(
  scope: WorkspaceScope,
  id: string,
  rule: (round: Round) => Round,
): Promise<Round> {
  return retryLostRace(async () => {
    const { revision, ...before } = await getRound(scope, id);
    const after = rule(before);
    await transact(workspaceDatabase(scope), [
      { kind: "replace", key: roundKey(scope.id, id), item: after, revision },
    ]);
    return after;
  });
}

/** Without `includeArchived`, rounds that are archived and rounds of archived projects are left out. */
export function listRounds(
  scope: WorkspaceScope,
  projectId: string | null,
  includeArchived: boolean,
  request: PageRequest,
): Promise<Page<Round>> {
  const database = workspaceDatabase(scope);
  return readPage<{ id: string }, Round>(
    database,
    {
      pk: projectId === null ? rounds(scope.id) : roundsOfProject(scope.id, projectId),
      identity: String(includeArchived),
      resolve: async (entries) => {
        const keys = entries.map(({ id }) => roundKey(scope.id, id));
        const found = await getItems<Round>(database, keys);
        const byId = new Map(found.map((round) => [round.id, round]));
        const parents = includeArchived
          ? null
          : await projectsById(
              scope,
              found.map((round) => round.project_id),
            );
        return entries.map(({ id }) => {
          const round = byId.get(id);
          if (!round) return null;
          if (parents === null) return round;
          const hidden = round.archived_at !== null || parents.get(round.project_id)?.archived_at !== null;
          return hidden ? null : round;
        });
      },
    },
    request,
  );
}

/** A condition for transactions that create something in a round: it is active at that moment. */
export function roundIsActive(scope: WorkspaceScope, roundId: string): Write {
  return { kind: "check", key: roundKey(scope.id, roundId), equals: { archived_at: null } };
}
