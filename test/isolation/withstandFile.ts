import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import { ApiError } from "../../examples/apiClient.ts";
import type { FileAttack } from "./fileAttacks.ts";
import type { Site } from "./site.ts";

const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];

/** Loads a hostile file while others work. Expects the load to fail with a message and to harm no one else. */
export async function withstandFile(site: Site, attack: FileAttack): Promise<void> {
  const [attacker] = site.attackers;
  const { state, errors } = await site.withstand(() => outcomeOfFile(attacker, attack));
  expect(["FAILED", "COMPLETED", "refused with 413"]).toContain(state);
  if (state === "FAILED") expect(errors.length).toBeGreaterThan(0);
  for (const sentence of errors) {
    expect(sentence).not.toMatch(/internal error|Worker\./);
    expect(sentence.length).toBeLessThan(1_000);
  }
}

/** Uploads the file and loads it. Returns the load's state and errors, or the response to a refused upload. */
export async function outcomeOfFile(
  { api, projectId }: Lab,
  { format, arrangement, options, columns = COLUMNS, content }: FileAttack,
): Promise<{ state: string; errors: string[] }> {
  const table = `t${randomUUID().replaceAll("-", "")}`;
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { [table]: { columns, format, ...(arrangement && { arrangement }), ...options } },
  });
  try {
    await api.upload(id, table, "attack", new Blob([content() as string]));
  } catch (error) {
    if (error instanceof ApiError)
      return { state: `refused with ${error.status}`, errors: [String(error.body)] };
    throw error;
  }
  await api.post(`/data/load:finalize?id=${id}`);
  const { state, errors } = await api.settled(id);
  return { state, errors };
}
