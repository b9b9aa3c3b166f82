import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Journal } from "#local/states/journal.ts";
import type { RunningExecution } from "#local/states/records.ts";
import {
  createClient,
  eventually,
  executionArn,
  FAR_AWAY,
  machineArn,
  startEndpoint,
  taskMachine,
  WAIT_MACHINE,
  waitUntilClosed,
} from "./endpoint.ts";

const PROGRAM = fileURLToPath(new URL("endpointProcess.ts", import.meta.url));
let folder = "";
let journal = "";
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "states-"));
  journal = join(folder, "journal");
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await rm(folder, { recursive: true, force: true });
});

async function startProcess(): Promise<{ child: ChildProcess; client: SFNClient }> {
  const child = spawn(process.execPath, [PROGRAM, journal, folder], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, client: createClient(url) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function calls(): Promise<string[]> {
  const text = await readFile(join(folder, "calls"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

function start(client: SFNClient, machine: string, input = '{"id":7}'): Promise<unknown> {
  const command = { stateMachineArn: machineArn(machine), name: "one", input };
  return client.send(new StartExecutionCommand(command));
}

function update(arn: string, change: (record: RunningExecution) => void): Promise<void> {
  return withJournal(async (opened) => {
    const record = runningIn(opened, arn);
    if (!record) throw new Error("The journal does not know the execution.");
    change(record);
    await opened.save(arn, record);
  });
}

function runningIn(opened: Journal, arn: string): RunningExecution | undefined {
  return opened.running().find((execution) => execution.arn === arn)?.record;
}

async function withJournal<T>(work: (journal: Journal) => T | Promise<T>): Promise<T> {
  const opened = await Journal.open(journal);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

describe("an execution in a killed process", () => {
  test("an execution killed in a Task resumes with that Task and repeats no earlier step", async () => {
    const { child, client } = await startProcess();
    await start(client, "work");
    await eventually(async () => (await calls()).includes("hold"));
    await kill(child);
    await writeFile(join(folder, "released"), "");
    const again = await startProcess();
    const execution = await waitUntilClosed(again.client, executionArn("work", "one"));
    expect(execution.status).toBe("SUCCEEDED");
    expect(JSON.parse(execution.output ?? "")).toEqual({
      id: 7,
      first: "first done",
      hold: "hold done",
      last: "last done",
    });
    expect(await calls()).toEqual(["first", "hold", "hold", "last"]);
  });

  test("an execution killed in a Wait waits only for the remaining time", async () => {
    const { child, client } = await startProcess();
    await start(client, "wait", JSON.stringify(FAR_AWAY));
    const arn = executionArn("wait", "one");
    const end = Date.parse(FAR_AWAY.until);
    await eventually(() => withJournal((opened) => runningIn(opened, arn)?.position.until === end));
    await kill(child);
    await update(arn, ({ position }) => {
      expect(position.state).toBe("Wait");
      expect(position.until).toBe(end);
      // Makes the waiting time of the state appear to have passed.
      position.until = Date.now();
    });
    const again = await startProcess();
    const execution = await waitUntilClosed(again.client, arn);
    expect(execution.status).toBe("SUCCEEDED");
    expect(await calls()).toEqual(["first", "last"]);
  });

  test("an execution killed repeatedly runs each step and finishes once", async () => {
    await writeFile(join(folder, "released"), "");
    let { child, client } = await startProcess();
    const names = Array.from({ length: 40 }, (_, index) => `many-${index}`);
    const acknowledged = new Set<string>();
    for (const round of [0, 1, 2]) {
      const startAll = names.slice(0, 10 + 15 * round).map(async (name) => {
        await client.send(
          new StartExecutionCommand({ stateMachineArn: machineArn("work"), name, input: "{}" }),
        );
        acknowledged.add(name);
      });
      await Promise.any(startAll).catch(() => undefined);
      await kill(child);
      await Promise.allSettled(startAll);
      ({ child, client } = await startProcess());
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const name of acknowledged) {
      const execution = await waitUntilClosed(client, executionArn("work", name));
      expect(execution.status).toBe("SUCCEEDED");
      expect(Object.keys(JSON.parse(execution.output ?? ""))).toEqual(["first", "hold", "last"]);
    }
  });
});

describe("an interrupted execution", () => {
  test("an execution past its deadline is TIMED_OUT and does no more work", async () => {
    const { child, client } = await startProcess();
    await start(client, "work");
    await eventually(async () => (await calls()).includes("hold"));
    await kill(child);
    const arn = executionArn("work", "one");
    await update(arn, (record) => {
      record.start -= 7_200_000;
    });
    await writeFile(join(folder, "released"), "");
    const again = await startProcess();
    expect((await waitUntilClosed(again.client, arn)).status).toBe("TIMED_OUT");
    expect(await calls()).toEqual(["first", "hold"]);
  });

  test("a clean shutdown notifies an execution's running function, and the execution resumes after the restart", async () => {
    const told: unknown[] = [];
    let calls = 0;
    const functions = {
      hold: (_: unknown, { signal }: { signal: AbortSignal }) => {
        if (++calls === 2) return "done";
        signal.addEventListener("abort", () => told.push(signal.reason));
        return new Promise(() => undefined);
      },
    };
    const endpoint = await startEndpoint({ held: taskMachine("hold") }, functions, journal);
    const arn = await endpoint.start("held", "one");
    await eventually(() => calls === 1);
    await endpoint.restart();
    expect(told).toHaveLength(1);
    expect(await endpoint.closed(arn)).toMatchObject({ status: "SUCCEEDED", output: '"done"' });
    await endpoint.stop();
  });

  test("an execution continues with the definition it was started with", async () => {
    let hold = true;
    const functions = {
      hold: () => (hold ? new Promise(() => undefined) : "old"),
      other: () => "new",
    };
    const first = await startEndpoint({ changed: taskMachine("hold") }, functions, journal);
    const arn = await first.start("changed", "one");
    hold = false;
    await first.close();
    const second = await startEndpoint({ changed: taskMachine("other") }, functions, journal);
    expect((await second.closed(arn)).output).toBe('"old"');
    expect((await second.run("changed")).output).toBe('"new"');
    await second.stop();
  });

  test("an execution with a definition that is no longer supported fails and states why", async () => {
    const first = await startEndpoint({ old: WAIT_MACHINE }, {}, journal);
    const arn = await first.start("old", "one", FAR_AWAY);
    await first.close();
    await update(arn, (record) => {
      record.definition = "old";
    });
    await withJournal((opened) =>
      opened.saveDefinition(
        "old",
        JSON.stringify({ StartAt: "A", States: { A: { Type: "Pass", End: true } } }),
      ),
    );
    const second = await startEndpoint({ old: WAIT_MACHINE }, {}, journal);
    expect(await second.closed(arn)).toMatchObject({
      status: "FAILED",
      error: "States.Runtime",
      cause: 'State "A": the type Pass is not supported.',
    });
    await second.stop();
  });
});
