import { plural } from "../../../parts/format.ts";
import type { OutsideRounds } from "./readRounds.ts";

/** Step of a round as shown: what was done, in words; null if nothing was. */
export interface ShownStep {
  words: string | null;
  isDone: boolean;
}

/**
 * Describes the measurements of a round. The first round may start from rows measured before it. Later rows that are not in a
 * round are mentioned, but are not measurements of this round.
 */
export function measuredStep(rows: number, isFirst: boolean, outside: OutsideRounds): ShownStep {
  if (rows > 0) return { words: plural(rows, "row"), isDone: true };
  if (!isFirst || outside.rows === 0) return { words: null, isDone: false };
  const isDone = outside.isBeforeRounds;
  return {
    words: `${plural(outside.rows, "row")} ${isDone ? "before this round" : "not in a round"}`,
    isDone,
  };
}
