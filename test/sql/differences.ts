import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareAnswers, type Outcome } from "./compareAnswers.ts";
import type { LocalEngine } from "./localEngine.ts";
import { recordings } from "./recording.ts";

export interface Difference {
  outcome: Exclude<Outcome, "same">;
  query: string;
}

export const DIFFERENCES = join(import.meta.dirname, "differences");

/** Returns the known differences of a group, one per line of its file. */
export function knownDifferences(group: string): Difference[] {
  const file = join(DIFFERENCES, `${group}.tsv`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [outcome, query] = line.split("\t") as [Difference["outcome"], string];
      return { outcome, query };
    });
}

/**
 * Runs the queries of a group, or every `step`th query, on the embedded engine; `tell` receives each difference with its
 * explanation.
 */
export async function findDifferences(
  engine: LocalEngine,
  group: string,
  tell: (difference: Difference, detail: string) => void = () => undefined,
  step = 1,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const recording of recordings(group).filter((_, index) => index % step === 0)) {
    const here = await engine.answer(recording.query).catch((error: Error) => error);
    const { outcome, detail } = compareAnswers(recording, here);
    if (outcome === "same") continue;
    const difference = { outcome, query: recording.query };
    found.push(difference);
    tell(difference, detail);
  }
  return found;
}
