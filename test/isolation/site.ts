import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "#test/support/child.ts";
import { type Addresses, type Lab, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { processMemory } from "../../bench/support/processMemory.ts";

/** Total memory of all platform processes, in MB. */
const MAX_MEGABYTES = 2000;
const MEMORY_SAMPLE_MS = 50;
/** Maximum time for a tenant's small request while another tenant attacks, on a busy machine. The usual time is far shorter. */
const PATIENCE_MS = 20_000;
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];
const MEGABYTE = 1024 * 1024;

/** Secret that signs the events of the identity provider. */
export const EVENT_SECRET = "secret of the events";

/** Platform in a separate process, with an attacking tenant and a working one. */
export interface Site {
  attackers: [Lab, Lab];
  bystander: Lab;
  addresses: Addresses;
  dataDirectory: string;
  /**
   * Runs an attack. During and after the attack, the other tenant's requests must be answered correctly and in time, and the
   * platform must stay within its memory limit.
   */
  withstand: <Result>(attack: () => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

/** `querySeconds`: maximum computing time of a query. */
export async function startSite({ querySeconds = 4 } = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "isolation-"));
  const platform = await startPlatformProcess(folder, {
    QUERY_TIMEOUT_SECONDS: String(querySeconds),
    IDP_WEBHOOK_SECRET: EVENT_SECRET,
  });
  const addresses = addressesOf(platform);
  const [first, second, bystander] = [
    await newLab(addresses),
    await newLab(addresses),
    await newLab(addresses),
  ];
  await loadTable(bystander, 1000);
  await loadTable(first, 5000);
  await loadTable(second, 5000);
  const work = await bystanderWork(bystander);
  return {
    attackers: [first, second],
    bystander,
    addresses,
    dataDirectory: folder,
    withstand: async (attack) => {
      let isOver = false;
      const over = attack().finally(() => {
        isOver = true;
      });
      const [result] = await Promise.all([
        over,
        watchMemory(platform, () => isOver),
        (async () => {
          // If no attack had started, the test would prove nothing.
          await sleep(100);
          while (!isOver) await work();
        })(),
      ]);
      await work();
      return result;
    },
    close: async () => {
      platform.child.kill("SIGKILL");
      await platform.exited;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function loadTable(lab: Lab, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, index) => `${index},${"ACDEFGHIKL".repeat(5)}`);
  const load = await startCsvLoad(lab, "variants", COLUMNS, `id,sequence\n${lines.join("\n")}\n`);
  expect((await lab.api.settled(load)).state).toBe("COMPLETED");
}

/** Does a tenant's usual work: `project:get`, a small query, and uploading and downloading 1 MB, each checked. */
async function bystanderWork(lab: Lab): Promise<() => Promise<void>> {
  const { api, projectId } = lab;
  const content = `id,sequence\n${`1,${"A".repeat(60)}\n`.repeat(MEGABYTE / 63)}`;
  return async () => {
    const load = await api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: projectId },
      tables: { uploads: { columns: COLUMNS, format: "CSV" } },
    });
    expect(await withinPatience("project:get", api.get(`/project:get?id=${projectId}`))).toMatchObject({
      id: projectId,
    });
    expect(await withinPatience("query", scalar(lab, "SELECT sum(id) FROM variants"))).toBe(499_500n);
    const file = await withinPatience(
      "upload",
      api.upload<{ id: string; size: number }>(load.id, "uploads", "plate.csv", content),
    );
    expect(file.size).toBe(content.length);
    const bytes = await withinPatience(
      "download",
      api.download(`/data/load:downloadFile?file_id=${file.id}`),
    );
    expect(bytes.length).toBe(content.length);
  };
}

async function withinPatience<Result>(what: string, answer: Promise<Result>): Promise<Result> {
  const late = Symbol("late");
  const first = await Promise.race([answer, sleep(PATIENCE_MS, late, { ref: false })]);
  if (first === late) throw new Error(`The other tenant's ${what} was not answered within ${PATIENCE_MS} ms`);
  return first as Result;
}

async function watchMemory({ child }: PlatformProcess, isOver: () => boolean): Promise<void> {
  let peak = 0;
  let processes = "";
  while (!isOver()) {
    const { pss, rss } = processMemory(child.pid ?? 0);
    peak = Math.max(peak, pss ?? rss);
    if (peak > MAX_MEGABYTES && processes === "") {
      processes = execFileSync("ps", ["-eo", "pid,ppid,ni,rss,args"], { encoding: "utf8" });
    }
    await sleep(MEMORY_SAMPLE_MS);
  }
  expect(peak, `MB of the platform's processes\n${processes}`).toBeLessThan(MAX_MEGABYTES);
}
