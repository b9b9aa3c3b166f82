import { openNextRound, openRound } from "#client/rounds/automaticRound.ts";
import type { RoundPurpose } from "#client/rounds/chooseRound.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";

/** Option for the round that the project's state implies. */
export const AUTOMATIC_ROUND = "automatic";
/** Option for the next round, which does not exist yet. */
export const NEW_ROUND = "new";

/**
 * Returns the ID of the selected round of a project; null for none, or for a round of another project. Creates the round if it is
 * the next one and does not exist yet.
 */
export async function chosenRound(
  workspace: Workspace,
  project: string,
  round: string,
  purpose: RoundPurpose,
): Promise<string | null> {
  if (round === "") return null;
  if (round === AUTOMATIC_ROUND) return (await openRound(workspace, project, purpose))?.id ?? null;
  if (round === NEW_ROUND) return (await openNextRound(workspace, project)).id;
  const rounds = await take(workspace.rounds({ project_id: project, include_archived: true }));
  return rounds.find(({ id }) => id === round)?.id ?? null;
}
