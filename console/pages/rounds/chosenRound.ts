/** Choice of the latest round of a project, whichever it is. */
export const CURRENT_ROUND = "current";

/** Returns the id of the round that was chosen among those of a project, the oldest first; null for none. */
export function chosenRound(rounds: readonly { id: string }[], round: string): string | null {
  const found = round === CURRENT_ROUND ? rounds.at(-1) : rounds.find(({ id }) => id === round);
  return found?.id ?? null;
}
