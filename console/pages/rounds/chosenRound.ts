/** Option for the latest round of a project, whichever it is. */
export const CURRENT_ROUND = "current";

/** Returns the ID of the selected round of a project, given its rounds, oldest first; null for none. */
export function chosenRound(rounds: readonly { id: string }[], round: string): string | null {
  const found = round === CURRENT_ROUND ? rounds.at(-1) : rounds.find(({ id }) => id === round);
  return found?.id ?? null;
}
