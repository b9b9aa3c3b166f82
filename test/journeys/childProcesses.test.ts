import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processTree } from "../../bench/support/processMemory.ts";
import { processorTime } from "../../bench/support/processorTime.ts";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "../support/child.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "../support/lab.ts";
import { commandOf } from "../support/listeners.ts";

const COLUMNS = [{ name: "n", type: "INT64" }];
/** Processor time that only a process with work uses, in milliseconds. */
const COMPUTING_MS = 2_000;
/** Runs for minutes unless it is stopped. */
const LONG =
  "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d WHERE a.n + b.n + c.n + d.n = 7";

describe.runIf(process.platform === "linux")("child processes that are killed (Linux)", () => {
  let folder: string;
  let platform: PlatformProcess;
  let lab: Lab;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "children-"));
    platform = await startPlatformProcess(folder);
    lab = await newLab(addressesOf(platform));
    const rows = Array.from({ length: 1_000 }, (_, row) => row);
    const load = await startCsvLoad(lab, "numbers", COLUMNS, `n\n${rows.join("\n")}\n`);
    expect((await lab.api.settled(load)).state).toBe("COMPLETED");
  });
  afterAll(async () => {
    platform.child.kill("SIGKILL");
    await platform.exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const children = (pattern: RegExp): number[] =>
    processTree(platform.child.pid ?? 0)
      .slice(1)
      .filter((pid) => pattern.test(commandOf(pid)));

  it("the database is started again after it was killed, and nothing that it acknowledged is lost", async () => {
    for (let time = 0; time < 3; time += 1) {
      const name = `project-${time}`;
      await lab.api.post("/project:create", { name, modality: { kind: "ENZYME" } });
      const [database = 0] = children(/dynoxide|DynamoDBLocal/);
      process.kill(database, "SIGKILL");
      const { items } = await lab.api.get<{ items: { name: string }[] }>("/project:list?limit=100");
      expect(items.map((project) => project.name)).toContain(name);
    }
    expect(await scalar(lab, "SELECT count(*) FROM numbers")).toBe(1_000n);
  });

  it("a query whose process was killed runs again, and a second kill is not blamed on the query", async () => {
    const running = lab.api.query(LONG).catch(String);
    const killed = new Set<number>();
    while (killed.size < 2) {
      await sleep(50);
      const [worker] = children(/workerProcess/).filter(
        (pid) => !killed.has(pid) && processorTime(pid) > COMPUTING_MS,
      );
      if (worker === undefined) continue;
      killed.add(worker);
      process.kill(worker, "SIGKILL");
    }
    const error = String(await running);
    expect(error).toContain("killed from outside");
    expect(error).toContain("process_killed");
    expect(error).not.toContain("memory limit");
    expect(await scalar(lab, "SELECT count(*) FROM numbers")).toBe(1_000n);
  });
});
