import type { Load } from "../loadHandle.ts";
import type { ProjectSummary as Summary } from "../resources.ts";
import { isMeasurement } from "./isMeasurement.ts";
import { NOT_IN_A_ROUND, type RoundStep } from "./roundProgress.ts";

/** Returns the ID of the round of a context; null if it is not in a round. */
export function roundOf(context: Load["context"]): string | null {
  return context.kind === "ROUND" ? String(context.round_id) : null;
}

/** Returns the imports of each round: first those that are not in a round, then each round with its name, archived ones included. */
export function roundSteps(loads: readonly Load[], rounds: Summary["rounds"]): RoundStep[] {
  const active = loads.filter(isMeasurement);
  const loadsOf = (round: string | null) =>
    new Set(active.filter(({ context }) => roundOf(context) === round).map(({ id }) => id));
  return [
    { name: NOT_IN_A_ROUND, loads: loadsOf(null) },
    ...rounds.map(({ name, round_id }) => ({ name, loads: loadsOf(round_id) })),
  ];
}
