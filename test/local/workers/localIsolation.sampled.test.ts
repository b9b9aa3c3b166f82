import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "@pdp/basics/errors";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localEnvironment } from "#local/localEnvironment.ts";
import { type LocalIsolation, localIsolation } from "#local/workers/localIsolation.ts";
import { ownPrivateMemory } from "#local/workers/processLimits.ts";
import { LIMITS } from "#local/workers/workLimits.ts";
import { FreshRequests } from "#shared/http/gateway/freshRequests.ts";
import { runPreview } from "#shared/jobs/previewContent.ts";
import { queryData } from "#shared/jobs/queryData.ts";
import { takeCost } from "#shared/jobs/resultCost.ts";
import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import type { DatabaseCall, WorkspaceScope } from "#shared/runtime/scope.ts";
import { byNight } from "#test/support/byNight.ts";
import { WAIT } from "#test/support/wait.ts";

const NEVER = new AbortController().signal;
/** Generates 2 MB strings in each of 10,000 rows. */
const TOO_LARGE = `SELECT max(length(s || CAST(x AS VARCHAR))) FROM (
  SELECT array_join(repeat(array_join(repeat('${"abcdefghij".repeat(100)}', 1000), ''), 2), '') AS s) AS t(s),
  UNNEST(sequence(1, 10000)) AS u(x)`;
const UNINTERRUPTIBLE = `SELECT rpad('', 3000, 'a') LIKE '${"%a_".repeat(60)}b'`;

let directory: string;
let environment: Environment;
let isolation: LocalIsolation;
let scopeOf: (id: string) => WorkspaceScope;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "isolation-"));
  const nowhere = "http://127.0.0.1:9";
  const addresses = { database: nowhere, objects: nowhere, states: nowhere, idp: nowhere };
  const own = { QUERY_TIMEOUT_SECONDS: "3" };
  const ports = { platform: 9, EU: 9, US: 9 };
  environment = localEnvironment("EU", ports, addresses, directory, own);
  isolation = localIsolation(directory, () => environment, new FreshRequests());
  const settings = settingsFrom(environment);
  scopeOf = (id) => ({ settings, id, region: "EU" });
});

afterAll(async () => {
  await isolation.close();
  await rm(directory, { recursive: true, force: true });
});

async function run(
  workspace: string,
  text: string,
  signal = NEVER,
  by: LocalIsolation = isolation,
  isStored = false,
): Promise<AsyncIterable<Uint8Array>> {
  const input = {
    text,
    format: "ARROW" as const,
    compression: null,
    projectId: null,
    userId: "user_1",
    version: null,
  };
  const result = await by.run(queryData, scopeOf(workspace), { ...input, isStored }, signal);
  return (await takeCost(result as AsyncIterable<Uint8Array>)).body;
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of stream) bytes += part.length;
  return bytes;
}

/** Existing folders of worker processes. */
const folders = (): Promise<string[]> => readdir(join(directory, "scratch")).catch(() => []);

describe("work in worker processes", () => {
  it("a result arrives as a stream, and only its workspace reuses the process", async () => {
    expect(await bytesOf(await run("1", "SELECT 1 AS n"))).toBeGreaterThan(0);
    const first = new Set(await folders());
    await bytesOf(await run("1", "SELECT 2 AS n"));
    await bytesOf(await run("2", "SELECT 3 AS n"));
    // The first query is still waiting for workspace 1.
    for (const folder of first) if ((await folders()).includes(folder)) return;
    throw new Error("The process of workspace 1 is gone");
  });

  it("a process saves its compiled code for later processes, even if it is ended by a signal", async () => {
    await bytesOf(await run("1", "SELECT 1 AS n"));
    const compiled = (): Promise<string[]> => readdir(join(directory, "code-cache"), { recursive: true });
    await vi.waitUntil(async () => (await compiled().catch(() => [])).length > 1, WAIT);
  });

  it("errors have the same messages as without a worker process", async () => {
    const error = await run("1", "SELECT nothing").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      kind: "malformed",
      code: "invalid_sql",
      message: expect.stringContaining("nothing"),
    });
  });

  it("a process is killed if the engine does not stop in time", async () => {
    await expect(run("1", UNINTERRUPTIBLE)).rejects.toMatchObject({
      code: "query_timeout",
      message: expect.stringContaining("longer than 3 s"),
    });
    expect(await bytesOf(await run("1", "SELECT 1 AS n"))).toBeGreaterThan(0);
  });

  it.runIf(process.platform === "linux")(
    "a preview on a busy machine ends with 429, and blames the file only after enough computing time",
    async () => {
      const { settings, ...scope } = scopeOf("1");
      const bytes = Buffer.from("name,value\n".concat("a,1\n".repeat(1_000_000))).toString("base64");
      const preview = () =>
        runPreview(
          { ...scope, settings: { ...settings, isolation } },
          { name: "a.csv", content: { bytes, isCut: false } },
          NEVER,
        );
      const usual = { ...LIMITS.check };
      // Much less time than the file needs, so that its process has had almost no computing time.
      LIMITS.check.ms = 1;
      try {
        await expect(preview()).rejects.toMatchObject({
          kind: "throttled",
          code: "machine_busy",
          message: expect.stringMatching(/^The machine was too busy to finish this request within/),
        });
        LIMITS.check.minCpuMs = 0;
        expect((await preview()).problems).toEqual([
          "a.csv: reading it takes more computing time than a file may use; save it with fewer rows or columns.",
        ]);
      } finally {
        Object.assign(LIMITS.check, usual);
      }
    },
  );

  byNight("has no more computing time where its result is to be stored", async () => {
    await expect(run("1", UNINTERRUPTIBLE, NEVER, isolation, true)).rejects.toMatchObject({
      code: "query_timeout",
    });
  });

  it("an unread result releases its slot, and the reader gets every byte later", async () => {
    const LARGE = "SELECT a.n FROM UNNEST(sequence(1, 10000)) AS a(n), UNNEST(sequence(1, 200)) AS b(n)";
    const isolated = localIsolation(join(directory, "stalled"), () => environment, new FreshRequests(), {
      readerStallMs: 50,
    });
    try {
      const whole = await bytesOf(await run("1", LARGE, NEVER, isolated));
      // Uses both slots of the workspace twice: unread results release their slots to the next queries.
      const results = [];
      for (let count = 0; count < 4; count += 1) results.push(await run("1", LARGE, NEVER, isolated));
      expect(await Promise.all(results.map(bytesOf))).toEqual(Array(4).fill(whole));
    } finally {
      await isolated.close();
    }
  });

  it("a request that exceeds the platform's memory ends with 429, and the next one runs", async () => {
    const GROUPS = `SELECT count(*) FROM (SELECT a.n * 1000 + b.n AS k, count(*) FROM UNNEST(sequence(1, 10000)) AS a(n),
      UNNEST(sequence(1, 1000)) AS b(n) GROUP BY 1)`;
    const folder = join(directory, "small");
    // Less memory than this process and one worker with a large query need.
    const isolated = localIsolation(folder, () => environment, new FreshRequests(), {
      memoryBytes: ownPrivateMemory() + 500 * 2 ** 20,
    });
    try {
      const answers = await Promise.allSettled(["1", "1", "2"].map((id) => run(id, GROUPS, NEVER, isolated)));
      const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
      expect(reasons).toContainEqual(
        expect.objectContaining({
          kind: "throttled",
          message: expect.stringContaining("all running work together exceeded the"),
        }),
      );
      expect(await bytesOf(await run("3", "SELECT 1 AS n", NEVER, isolated))).toBeGreaterThan(0);
    } finally {
      await isolated.close();
    }
  });

  it("abandoned work stops even in native code and releases its slot", async () => {
    for (let round = 0; round < 3; round += 1) {
      const leaving = new AbortController();
      const answer = run("3", UNINTERRUPTIBLE, leaving.signal);
      setTimeout(() => leaving.abort(new Error("left")), 200);
      await expect(answer).rejects.toThrow("left");
    }
    expect(await bytesOf(await run("3", "SELECT 1 AS n"))).toBeGreaterThan(0);
  });

  it("abandoned work releases its slot even before its process has started", async () => {
    for (let round = 0; round < 3; round += 1) {
      const leaving = new AbortController();
      const answer = run("5", "SELECT 1 AS n", leaving.signal);
      // The slot is in use, but the process does not exist yet.
      await Promise.resolve();
      leaving.abort(new Error("left"));
      await expect(answer).rejects.toThrow("left");
    }
    expect(await bytesOf(await run("5", "SELECT 1 AS n"))).toBeGreaterThan(0);
  });

  byNight("is given up with its stream, whether that was read or not", async () => {
    const LARGE = "SELECT a.n FROM UNNEST(sequence(1, 10000)) AS a(n), UNNEST(sequence(1, 1000)) AS b(n)";
    for await (const _ of await run("4", LARGE)) break;
    const leaving = new AbortController();
    await run("4", LARGE, leaving.signal);
    leaving.abort();
    // Both slots of the workspace are free again.
    const both = await Promise.all([run("4", "SELECT 1 AS n"), run("4", "SELECT 2 AS n")]);
    for (const stream of both) expect(await bytesOf(stream)).toBeGreaterThan(0);
  });

  it("work is repeated in a new process if a reused process does not have enough memory", async () => {
    const folder = join(directory, "again");
    const isolated = localIsolation(folder, () => environment, new FreshRequests());
    const ask = (text: string): Promise<AsyncIterable<Uint8Array>> => run("1", text, NEVER, isolated);
    const workers = (): Promise<string[]> => readdir(join(folder, "scratch"));
    try {
      await bytesOf(await ask("SELECT 1 AS n"));
      await vi.waitUntil(async () => (await workers()).length === 2, WAIT);
      const known = await workers();
      // Exceeds the memory limit of any process, so it fails in both the process in use and the spare one.
      await expect(ask(TOO_LARGE)).rejects.toMatchObject({ code: "query_out_of_memory" });
      const isGone = async () => (await workers()).every((worker) => !known.includes(worker));
      await vi.waitUntil(isGone, WAIT);
    } finally {
      await isolated.close();
    }
  });

  it("a process calls the database of the platform with the access of its workspace", async () => {
    const operations: string[] = [];
    const workspaces: string[] = [];
    const callDatabase: DatabaseCall = async (operation) => {
      operations.push(operation);
      return {
        status: 400,
        body: '{"__type":"ResourceNotFoundException","message":"There is no table here"}',
      };
    };
    const folder = join(directory, "database");
    const accessOf = (workspaceId: string) => {
      workspaces.push(workspaceId);
      const credentials = () => ({ AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" });
      return { callDatabase, credentials };
    };
    const isolated = localIsolation(folder, () => environment, new FreshRequests(), { accessOf });
    try {
      const rows = run("1", "SELECT * FROM variants", NEVER, isolated);
      await expect(rows).rejects.toMatchObject({ message: "There is no table here" });
      expect([operations, workspaces]).toEqual([["TransactGetItems"], ["1"]]);
    } finally {
      await isolated.close();
    }
  });

  it("a stopped platform leaves neither processes nor folders", async () => {
    const isolated = localIsolation(join(directory, "another"), () => ({}), new FreshRequests());
    isolated.warm();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await isolated.close();
    expect(await readdir(join(directory, "another", "scratch")).catch(() => [])).toEqual([]);
    const processes = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    expect(processes).not.toContain(join(directory, "another"));
  });
});
