import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { FrameReader } from "#local/workers/answerFrames.ts";
import { cpuMsOf } from "#local/workers/processLimits.ts";
import type { EndReason, Worker } from "#local/workers/worker.ts";
import { WorkRun } from "#local/workers/workRun.ts";

const isLinux = process.platform === "linux";

/** Starts a program that prints a line, and returns its process once it has done so. */
async function running(script: string): Promise<{ pid: number }> {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return { pid: child.pid as number };
}

/** Worker with the clock of another process, which never responds and ends when it is killed. */
function silentWorker(pid: number): Worker {
  const pipe = new PassThrough();
  const worker = {
    pid,
    frames: new FrameReader(pipe),
    stopped: undefined as EndReason | undefined,
    isGone: false,
    wasKilledFromOutside: false,
    exited: Promise.resolve(),
    send: () => undefined,
    kill: (reason?: EndReason) => {
      worker.stopped ??= reason;
      pipe.end();
    },
  };
  return worker as unknown as Worker;
}

/** Runs work that is stopped because its time is over, and returns the reason. */
async function reasonOf(pid: number, minCpuMs?: number): Promise<string> {
  const explain = (reason: EndReason) => new Error(reason);
  const run = new WorkRun(
    silentWorker(pid),
    { id: 1, type: "step", name: "none", payload: {}, environment: {} },
    { signal: new AbortController().signal, maxMs: 20, maxWriteMs: 0, minCpuMs, explain },
  );
  return run.output().then(String, ({ message }: Error) => message);
}

describe("work whose time is over", () => {
  test.runIf(isLinux)("work is not blamed if its process got too little computing time", async () => {
    const { pid } = await running("console.log(1); setInterval(() => {}, 60_000)");
    expect(await reasonOf(pid, 10_000)).toBe("busy");
  });

  test("work is blamed if its process got enough computing time, or if no minimum is known", async () => {
    const { pid } = await running("console.log(1); setInterval(() => {}, 60_000)");
    expect([await reasonOf(pid, 0), await reasonOf(pid)]).toEqual(["time", "time"]);
  });

  test.runIf(isLinux)("the computing time of a process counts all its threads", async () => {
    const { pid } = await running(
      `while (process.cpuUsage().user < 300_000); console.log(1); setInterval(() => {}, 60_000)`,
    );
    // Linux counts in hundredths of a second.
    expect(cpuMsOf(pid)).toBeGreaterThanOrEqual(280);
    expect(cpuMsOf(2 ** 30)).toBeUndefined();
  });
});
