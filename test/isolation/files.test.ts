import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import { ApiError } from "../../examples/apiClient.ts";
import { FILE_ATTACKS, type FileAttack } from "./fileAttacks.ts";
import { type Site, startSite } from "./site.ts";

const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];

let site: Site;

beforeAll(async () => {
  site = await startSite();
}, 120_000);

afterAll(() => site.close());

/** Uploads the file and loads it. Returns what the load says in the end; or of an upload that is refused, its answer. */
async function loadFile({ api, projectId }: Lab, format: FileAttack["format"], content: Uint8Array | string) {
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { [`t${Date.now()}`]: { columns: COLUMNS, format } },
  });
  const [table = ""] = Object.keys((await api.get<{ tables: object }>(`/data/load:get?id=${id}`)).tables);
  try {
    await api.upload(id, table, "attack", new Blob([content as string]));
  } catch (error) {
    if (error instanceof ApiError)
      return { state: `refused with ${error.status}`, errors: [String(error.body)] };
    throw error;
  }
  await api.post(`/data/load:finalize?id=${id}`);
  const { state, errors } = await api.settled(id);
  return { state, errors };
}

describe("a file that is an attack", () => {
  it.each(FILE_ATTACKS)(
    "($name, $format) fails its own load, with a sentence, and harms nobody",
    async ({ format, content }) => {
      const [attacker] = site.attackers;
      const bytes = content();
      const { state, errors } = await site.withstand(() => loadFile(attacker, format, bytes));
      expect(["FAILED", "COMPLETED", "refused with 413"]).toContain(state);
      if (state === "FAILED") expect(errors.length).toBeGreaterThan(0);
      for (const sentence of errors) {
        expect(sentence).not.toMatch(/internal error|Worker\./);
        expect(sentence.length).toBeLessThan(1_000);
      }
    },
    180_000,
  );
});
