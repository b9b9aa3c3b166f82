import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { ApiClient } from "../../examples/apiClient.ts";
import { type PlatformProcess, startPlatformProcess } from "../support/child.ts";
import { type Lab, memberToken, newLab, scalar } from "../support/lab.ts";

const folders: string[] = [];
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(dataDirectory: string): Promise<PlatformProcess> {
  const running = await startPlatformProcess(dataDirectory);
  children.add(running.child);
  return running;
}

async function kill({ child, exited }: PlatformProcess): Promise<void> {
  child.kill("SIGKILL");
  await exited;
  children.delete(child);
}

const COLUMNS = [
  { name: "n", type: "INT64", nullable: false },
  { name: "text", type: "STRING" },
];
const ROWS = 60_000;

function bigCsv(): string {
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},${"ACDEFGHIKLMNPQRSTVWY".repeat(4)}`);
  return ["n,text", ...lines, ""].join("\n");
}

describe("a platform that is killed while it ingests", () => {
  // Milliseconds between the answer to finalize and the kill; whatever stage that hits, the outcome must be whole.
  it.each([0, 15, 40, 80, 150, 300])(
    "comes back with the load whole or not at all (killed %d ms later)",
    async (delay) => {
      const folder = await mkdtemp(join(tmpdir(), "killed-"));
      folders.push(folder);
      let running = await start(folder);
      const addresses = (): { platformUrl: string; idpUrl: string } => ({
        platformUrl: `http://127.0.0.1:${running.port}`,
        idpUrl: `http://127.0.0.1:${running.port + 3}`,
      });
      const lab = await newLab(addresses());
      const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
        context: { kind: "PROJECT", project_id: lab.projectId },
        tables: { a: { columns: COLUMNS }, b: { columns: COLUMNS } },
      });
      const csv = bigCsv();
      await lab.api.upload(id, "a", "a.csv", csv);
      await lab.api.upload(id, "b", "b.csv", csv);
      await lab.api.post(`/data/load:finalize?id=${id}`);
      await sleep(delay);
      await kill(running);

      running = await start(folder);
      const base = `http://127.0.0.1:${running.port + 1}/v2/workspace/${lab.name}`;
      const again: Lab = { ...lab, api: new ApiClient(base, await memberToken(addresses(), lab.orgId)) };
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
      await kill(running);
    },
  );
});
