import { explainFailure } from "../../examples/explainFailure.ts";
import { type Check, NotRun } from "./check.ts";
import type { SmokeLab } from "./smokeLab.ts";

export interface Tally {
  ok: number;
  notOk: number;
  notRun: number;
}

/**
 * Runs checks one at a time and prints one line for each. A failure does not prevent the others from running. If the lab's
 * signal aborts first, throws its reason: the result of an interrupted check does not count.
 */
export async function runChecks(
  lab: SmokeLab,
  chosen: readonly (readonly [name: string, check: Check])[],
  say: (line: string) => void,
): Promise<Tally> {
  const tally: Tally = { ok: 0, notOk: 0, notRun: 0 };
  for (const [name, { run }] of chosen) {
    lab.signal.throwIfAborted();
    const start = performance.now();
    const line = (verdict: string, text: string): string => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      return `${verdict.padEnd(8)} ${name.padEnd(13)} ${`${seconds} s`.padStart(8)}  ${text}`;
    };
    try {
      say(line("ok", await run(lab)));
      tally.ok += 1;
    } catch (error) {
      lab.signal.throwIfAborted();
      const skipped = error instanceof NotRun;
      tally[skipped ? "notRun" : "notOk"] += 1;
      say(line(skipped ? "not run" : "NOT OK", explainFailure(error)));
    }
  }
  return tally;
}
