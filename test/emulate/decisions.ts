import { readFile } from "node:fs/promises";

/** IAM decision, as logged by the emulator. */
export interface Decision {
  /** Caller's ARN. */
  who: string;
  action: string;
  on: string;
  keys: string[] | null;
  denied: string | null;
}

/** Name of the role that the smoke tests use to attempt calls that must be refused. */
export const OPERATOR = "workspace-eu-smoke";

/** Summary of all decisions: refusals other than those provoked by the smoke tests. */
export interface Decisions {
  count: number;
  callers: number;
  provoked: number;
  unexpected: string[];
}

/** Returns the number of decisions so far. */
export async function countDecisions(file: string): Promise<number> {
  return (await readFile(file, "utf8")).split("\n").length - 1;
}

/**
 * Reads the decisions, starting at an index. Refusals are expected in the operator's sessions and in sessions of
 * `provokingRoles`, which the smoke tests use; every other refusal is a missing grant.
 */
export async function readDecisions(
  file: string,
  provokingRoles: readonly string[],
  from = 0,
): Promise<Decisions> {
  const lines = (await readFile(file, "utf8")).split("\n").slice(from);
  const decisions = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Decision);
  const denied = decisions.filter((decision) => decision.denied !== null);
  const isProvoked = ({ who }: Decision): boolean =>
    [...provokingRoles, OPERATOR].some((role) => who.includes(`/${role}/`));
  const unexpected = denied.filter((decision) => !isProvoked(decision));
  const line = ({ who, action, on, keys }: Decision): string =>
    `${who.split(":").at(-1)} may not ${action} ${on}${keys ? ` (${keys.slice(0, 3).join(", ")})` : ""}`;
  return {
    count: decisions.length,
    callers: new Set(decisions.map(({ who }) => who.replace(/\/workspace-\d+$/, ""))).size,
    provoked: denied.length - unexpected.length,
    unexpected: [...new Set(unexpected.map(line))],
  };
}
