import { tableFromIPC } from "@uwdata/flechette";
import { expect } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import type { Site } from "./site.ts";
import type { SqlAttack } from "./sqlAttacks.ts";

/** Documented errors for a query that needs too many resources or uses something unsupported. */
const REFUSALS = [
  "query_timeout",
  "query_out_of_memory",
  "query_failed",
  "query_too_complex",
  "invalid_sql",
  "unknown_function",
  "not_supported",
  "syntax_error",
  "statement_not_allowed",
  "column_not_found",
];
const MAX_SENTENCE_CHARACTERS = 1_500;

/** Runs a hostile query while others work. Expects a correct result or a documented error, and no harm to anyone else. */
export async function withstandSql(site: Site, { sql, value }: SqlAttack): Promise<void> {
  const [attacker] = site.attackers;
  const { status, error, bytes } = await site.withstand(() => queryOutcome(attacker, sql));
  if (status === 200) {
    if (value !== undefined && bytes) expect(tableFromIPC(bytes).getChildAt(0)?.at(0)).toBe(value);
    return;
  }
  expect(status, JSON.stringify(error).slice(0, 500)).toBe(400);
  expect(REFUSALS).toContain(error.code);
  expect(error.detail.length).toBeLessThan(MAX_SENTENCE_CHARACTERS);
}

interface Outcome {
  status: number;
  /** Body of an unsuccessful response. */
  error: { code: string; detail: string };
  /** Complete body of a successful response. */
  bytes: Uint8Array | null;
}

async function queryOutcome({ regionUrl, name, token }: Lab, sql: string): Promise<Outcome> {
  const response = await fetch(`${regionUrl}/v2/workspace/${name}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: sql }),
  });
  const { status } = response;
  if (status !== 200) return { status, error: (await response.json()) as Outcome["error"], bytes: null };
  // The reader detects a stream that is cut off.
  const bytes = await response.arrayBuffer().catch(() => null);
  return { status, error: { code: "", detail: "" }, bytes: bytes && new Uint8Array(bytes) };
}
