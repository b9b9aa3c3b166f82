import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "#infra/local/freePort.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { type Lab, memberToken, newLab, scalar } from "../support/lab.ts";

const folders: string[] = [];
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Four ports in a row that are free now. */
async function fourPorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 65_000) return port;
  }
}

interface Running {
  child: ChildProcess;
  port: number;
}

async function start(dataDirectory: string): Promise<Running> {
  for (let attempt = 0; ; attempt += 1) {
    const port = await fourPorts();
    const child = spawn("node", ["infra/local/main.ts"], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    let output = "";
    const ready = await new Promise<boolean>((resolve) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes("ready http")) resolve(true);
      };
      child.stdout?.on("data", read);
      child.stderr?.on("data", read);
      child.once("exit", () => resolve(false));
    });
    if (ready) return { child, port };
    if (attempt > 3 || !output.includes("is taken")) throw new Error(output);
  }
}

async function kill({ child }: Running): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
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
