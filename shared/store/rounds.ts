import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Round } from "#shared/domain/round.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { itemWrite, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { at, ofProject } from "./dynamodb/keyParts.ts";
import { roundKey, rounds } from "./dynamodb/keys.ts";
import { emptyPage, readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";
import { contextArchived, projectIsActive, projectsById } from "./projects.ts";

export const {
  get: getRound,
  change: changeRound,
  all: allRounds,
} = recordsOf<Round>({ name: "round", keyOf: roundKey, listOf: rounds, writes: roundWrites });

/** Stores a new round, on condition that its project is active. */
export async function createRoundRecord(scope: WorkspaceScope, round: Round): Promise<void> {
  await transact(workspaceDatabase(scope), [
    ...roundWrites(scope, null, round),
    projectIsActive(scope, round.project_id),
  ]);
}

/** Entry of a round in its project's list; allows archived rounds to be skipped without being read. */
interface RoundEntry {
  id: string;
  archived: boolean;
}

/** Returns the writes that create or update a round with its entry in the project's list. */
export function roundWrites(scope: WorkspaceScope, before: Stored<Round> | null, after: Round): Write[] {
  const entry: RoundEntry = { id: after.id, archived: after.archived_at !== null };
  return [
    itemWrite(roundKey(scope.id, after.id), before, after),
    { kind: "put", key: at(ofProject(rounds(scope.id), after.project_id), after.id), item: entry },
  ];
}

/** Lists rounds. Without `includeArchived`, archived rounds and rounds of archived projects are skipped. */
export async function listRounds(
  scope: WorkspaceScope,
  projectId: string | null,
  includeArchived: boolean,
  request: PageRequest,
): Promise<Page<Round>> {
  const database = workspaceDatabase(scope);
  const identity = String(includeArchived);
  const isActive = activeParents(scope);
  const shown = async (rounds: readonly Round[]): Promise<(Round | null)[]> => {
    if (includeArchived) return [...rounds];
    const active = await isActive(rounds.map((round) => round.project_id));
    return rounds.map((round) => (round.archived_at === null && active.has(round.project_id) ? round : null));
  };
  if (projectId === null) {
    const leavesOut = (round: Round): boolean => !includeArchived && round.archived_at !== null;
    return readPage<Round, Round>(
      database,
      { pk: rounds(scope.id), identity, leavesOut, resolve: shown },
      request,
    );
  }
  const pk = ofProject(rounds(scope.id), projectId);
  const isHidden = !includeArchived && !(await isActive([projectId])).has(projectId);
  if (isHidden) return emptyPage({ pk, identity }, request);
  return readEntityPage<RoundEntry, Round>(
    database,
    {
      pk,
      identity,
      leavesOut: ({ archived }) => !includeArchived && archived,
      idOf: ({ id }) => id,
      keyOf: (id) => roundKey(scope.id, id),
      show: shown,
    },
    request,
  );
}

/** Returns a function that tells whether a project is active; each project is read only once. */
function activeParents(scope: WorkspaceScope): (ids: readonly string[]) => Promise<Set<string>> {
  const known = new Set<string>();
  const active = new Set<string>();
  return async (ids) => {
    const unknown = ids.filter((id) => !known.has(id));
    for (const [id, { archived_at }] of await projectsById(scope, unknown)) {
      known.add(id);
      if (archived_at === null) active.add(id);
    }
    return active;
  };
}

/** Returns a condition for transactions that create or change something in a round: the round must be active. */
export function roundIsActive(scope: WorkspaceScope, roundId: string): Write {
  return {
    kind: "check",
    key: roundKey(scope.id, roundId),
    equals: { archived_at: null },
    refusal: () => contextArchived("round", roundId),
  };
}
