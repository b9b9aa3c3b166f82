import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../support/byNight.ts";
import { type KillablePlatform, killablePlatform } from "../support/killablePlatform.ts";
import { newLab, scalar } from "../support/lab.ts";

const COLUMNS = [
  { name: "n", type: "INT64", nullable: false },
  { name: "text", type: "STRING" },
];
const ROWS = 60_000;

function bigCsv(): string {
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},${"ACDEFGHIKLMNPQRSTVWY".repeat(4)}`);
  return ["n,text", ...lines, ""].join("\n");
}

describe("a platform killed during ingestion", () => {
  let platform: KillablePlatform;

  beforeAll(async () => {
    platform = await killablePlatform();
  });
  afterAll(() => platform.close());

  // Milliseconds between the response to finalize and killing the process; at any stage, the outcome must be complete.
  it.each(sampled([0, 15, 40, 80, 150, 300], [80]))(
    "a load is complete or absent after a restart (killed %d ms later)",
    async (delay) => {
      const lab = await newLab(platform.addresses);
      const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
        context: { kind: "PROJECT", project_id: lab.projectId },
        tables: { a: { columns: COLUMNS }, b: { columns: COLUMNS } },
      });
      const csv = bigCsv();
      await lab.api.upload(id, "a", "a.csv", csv);
      await lab.api.upload(id, "b", "b.csv", csv);
      await lab.api.post(`/data/load:finalize?id=${id}`);
      await sleep(delay);
      const again = await platform.killedAndStarted(lab);
      const load = await again.api.settled(id);
      expect(["COMPLETED", "FAILED"]).toContain(load.state);
      if (load.state === "COMPLETED") {
        const query = "SELECT (SELECT count(*) FROM a) + (SELECT count(*) FROM b)";
        expect(await scalar(again, query)).toBe(BigInt(2 * ROWS));
        const { items } = await again.api.get<{ items: unknown[] }>("/data/version:list");
        expect(items).toHaveLength(1);
      } else {
        const { items } = await again.api.get<{ items: unknown[] }>("/data/table:list");
        expect(items).toEqual([]);
      }
    },
  );
});
