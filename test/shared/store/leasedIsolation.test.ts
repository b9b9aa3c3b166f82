import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import { leasedIsolation, type Pause } from "#shared/store/leasedIsolation.ts";
import { type Lease, releaseLease, takeLease } from "#shared/store/leases.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
});

afterAll(() => database.close());

const LIMITS = { queries: 1, uploads: 1 };
const never = new AbortController().signal;
const notToWait: Pause = () => Promise.reject(new Error("Nothing has to be waited for"));

/** Job of the kind "query" that runs the given work. */
function job<Output>(run: Job<null, Output>["run"], kind: Job<null, Output>["kind"] = "query") {
  return { name: "test", kind, run, stopped: () => new Error("stopped") } satisfies Job<null, Output>;
}

/** True if the workspace's only query lease is free. */
async function isFree(scope: WorkspaceScope): Promise<boolean> {
  const lease = await takeLease(scope, "QUERY", 1);
  if (lease) await releaseLease(scope, lease);
  return lease !== null;
}

async function* parts(count: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < count; part += 1) yield Uint8Array.of(part);
}

async function* failingStream(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0);
  throw new Error("The stream broke");
}

function runStream(
  scope: WorkspaceScope,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal = never,
): Promise<AsyncIterable<Uint8Array>> {
  const run = () => Promise.resolve(stream);
  return leasedIsolation(LIMITS, notToWait).run(job(run), scope, null, signal);
}

describe("a job with a lease", () => {
  it("a job holds a lease until its result exists", async () => {
    const scope = database.newWorkspace();
    const during = await leasedIsolation(LIMITS, notToWait).run(job(isFree), scope, null, never);
    expect(during).toBe(false);
    expect(await isFree(scope)).toBe(true);
  });

  it("a failed job releases its lease", async () => {
    const scope = database.newWorkspace();
    const fail = () => Promise.reject(new Error("It cannot be done"));
    const run = leasedIsolation(LIMITS, notToWait).run(job(fail), scope, null, never);
    await expect(run).rejects.toThrow("It cannot be done");
    expect(await isFree(scope)).toBe(true);
  });

  it("a job with a stream holds its lease until the stream has been read", async () => {
    const scope = database.newWorkspace();
    const read: number[] = [];
    for await (const [part] of await runStream(scope, parts(3))) {
      read.push(part ?? -1);
      expect(await isFree(scope)).toBe(false);
    }
    expect(read).toEqual([0, 1, 2]);
    expect(await isFree(scope)).toBe(true);
  });

  it("a failed stream releases the lease and reports its error", async () => {
    const scope = database.newWorkspace();
    const iterator = (await runStream(scope, failingStream()))[Symbol.asyncIterator]();
    await iterator.next();
    await expect(iterator.next()).rejects.toThrow("The stream broke");
    expect(await isFree(scope)).toBe(true);
  });

  it.each([0, 1])("a stream abandoned after %i parts releases the lease", async (count) => {
    const scope = database.newWorkspace();
    const iterator = (await runStream(scope, parts(3)))[Symbol.asyncIterator]();
    for (let part = 0; part < count; part += 1) await iterator.next();
    expect(await isFree(scope)).toBe(false);
    await iterator.return?.();
    expect(await isFree(scope)).toBe(true);
  });

  it("a disconnected client releases the lease of an unread stream", async () => {
    const scope = database.newWorkspace();
    const caller = new AbortController();
    await runStream(scope, parts(3), caller.signal);
    caller.abort();
    let lease: Lease | null = null;
    while (!lease) lease = await takeLease(scope, "QUERY", 1);
    expect(lease.key.pk).toContain(`W#${scope.id}#`);
  });

  it("job types without a limit need no lease", async () => {
    const scope = database.newWorkspace();
    await takeLease(scope, "QUERY", 1);
    await takeLease(scope, "UPLOAD", 1);
    const isolation = leasedIsolation(LIMITS, notToWait);
    expect(
      await isolation.run(
        job(async () => "checked", "check"),
        scope,
        null,
        never,
      ),
    ).toBe("checked");
    const unlimited = leasedIsolation({ queries: null, uploads: 1 }, notToWait);
    expect(
      await unlimited.run(
        job(async () => "queried"),
        scope,
        null,
        never,
      ),
    ).toBe("queried");
  });
});

describe("a job without a free lease", () => {
  it("a job waits, and continues once a lease is released", async () => {
    const scope = database.newWorkspace();
    const other = await takeLease(scope, "UPLOAD", 1);
    const pauses: number[] = [];
    const isolation = leasedIsolation(LIMITS, async (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === 2 && other) await releaseLease(scope, other);
    });
    const leave = await isolation.enter("upload", scope, never);
    expect(pauses).toHaveLength(2);
    expect(await takeLease(scope, "UPLOAD", 1)).toBeNull();
    await leave();
    await leave();
    expect(await takeLease(scope, "UPLOAD", 1)).not.toBeNull();
  });

  it("a job is refused with a message after two seconds", async () => {
    const scope = database.newWorkspace();
    await takeLease(scope, "QUERY", 1);
    let waited = 0;
    const isolation = leasedIsolation(LIMITS, async (milliseconds) => {
      waited += milliseconds;
    });
    await expect(isolation.enter("query", scope, never)).rejects.toMatchObject({
      kind: "throttled",
      code: "too_many_requests",
      message:
        "This workspace has 1 query in progress, which is the maximum. Wait for one to finish, then try again.",
    });
    expect(waited).toBe(2_000);
  });

  it("a job stops waiting when its client disconnects, with the client's reason", async () => {
    const scope = database.newWorkspace();
    await takeLease(scope, "QUERY", 1);
    const caller = new AbortController();
    const reason = new Error("The caller left");
    const waiting = leasedIsolation(LIMITS).enter("query", scope, caller.signal);
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
