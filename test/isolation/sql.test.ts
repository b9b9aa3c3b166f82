import { tableFromIPC } from "@uwdata/flechette";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import { type Site, startSite } from "./site.ts";
import { SQL_ATTACKS } from "./sqlAttacks.ts";

/** Documented errors of a query that needs too much, or that uses something unsupported. */
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
const MAX_SENTENCE = 1_500;

let site: Site;

beforeAll(async () => {
  site = await startSite();
}, 120_000);

afterAll(() => site.close());

interface Outcome {
  status: number;
  /** Body of an unsuccessful answer. */
  error: { code: string; detail: string };
  /** Complete body of a successful answer. */
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
  // A stream that breaks off is noticed by its reader.
  const bytes = await response.arrayBuffer().catch(() => null);
  return { status, error: { code: "", detail: "" }, bytes: bytes && new Uint8Array(bytes) };
}

describe("a query that is an attack", () => {
  it.each(SQL_ATTACKS)(
    "($name) ends in a right result or a documented error, and harms nobody",
    async ({ sql, value }) => {
      const [attacker] = site.attackers;
      const { status, error, bytes } = await site.withstand(() => queryOutcome(attacker, sql));
      if (status === 200) {
        if (value !== undefined && bytes) expect(tableFromIPC(bytes).getChildAt(0)?.at(0)).toBe(value);
        return;
      }
      expect(status, JSON.stringify(error).slice(0, 500)).toBe(400);
      expect(REFUSALS).toContain(error.code);
      expect(error.detail.length).toBeLessThan(MAX_SENTENCE);
    },
    120_000,
  );
});
