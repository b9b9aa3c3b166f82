import { openRound } from "#client/rounds/automaticRound.ts";
import { nextRoundName, type RoundPurpose } from "#client/rounds/chooseRound.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";

/** Option for the round that the project's state implies. */
export const AUTOMATIC_ROUND = "automatic";
/** Option for the next round, which does not exist yet. */
export const NEW_ROUND = "new";

/**
 * Returns the ID of the selected round of a project; null for none, or for a round of another project. Creates the round if it is
 * the next one.
 */
export async function chosenRound(
  workspace: Workspace,
  project: string,
  round: string,
  purpose: RoundPurpose,
): Promise<string | null> {
  if (round === "") return null;
  if (round === AUTOMATIC_ROUND) return (await openRound(workspace, project, purpose))?.id ?? null;
  const rounds = await take(workspace.rounds({ project_id: project, include_archived: true }));
  if (round !== NEW_ROUND) return rounds.find(({ id }) => id === round)?.id ?? null;
  const last = rounds.at(-1);
  // The attempt that created it may have failed afterwards.
  if (last && created.has(last.id) && last.archived_at === null && (await isEmpty(workspace, last.id)))
    return last.id;
  const { id } = await workspace.createRound({ project_id: project, name: nextRoundName(rounds) });
  created.add(id);
  return id;
}

/** Rounds that this page created. */
const created = new Set<string>();

async function isEmpty(workspace: Workspace, roundId: string): Promise<boolean> {
  const of = { round_id: roundId };
  const found = await Promise.all([take(workspace.loads(of), 1), take(workspace.tasks(of), 1)]);
  return found.flat().length === 0;
}
