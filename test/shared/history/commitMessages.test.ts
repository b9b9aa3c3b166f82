import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { redo, undo } from "#shared/domain/loads/loadTransitions.ts";
import { loadsOf as loadsOfFile } from "#shared/domain/loads/manifest.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import { commitMessages, type QueueMessage } from "#shared/history/commitMessages.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { itemWrite, listAll, transact } from "#shared/store/dynamodb/items.ts";
import { headKey, versions } from "#shared/store/dynamodb/keys.ts";
import { changeLoad, getLoad } from "#shared/store/loads.ts";
import { tableByReference } from "#shared/store/tables.ts";
import { readHead } from "#shared/store/versions.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { SimulatedQueue } from "../../../bench/support/simulatedQueue.ts";
import { column } from "../engines/parquetLake.ts";
import { StoreCrashes } from "./model/storeCrashes.ts";

type Input = Awaited<ReturnType<typeof createIngestedLoad>>;

const STAMP = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
const NUMBERS = { a: [column("n", "INT64")] };

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

async function loadsOf(scope: WorkspaceScope, count: number): Promise<Input[]> {
  const all: Input[] = [];
  for (let index = 0; index < count; index += 1) all.push(await createIngestedLoad(scope, NUMBERS));
  return all;
}

function messageOf(input: object, receives = 1): QueueMessage & { token: string } {
  const token = randomUUID();
  const body = JSON.stringify({ token, input });
  return { token, messageId: token, body, attributes: { ApproximateReceiveCount: String(receives) } };
}

/** Receives messages like the function of the queue, and notes what is reported. */
function receiver(scope: WorkspaceScope) {
  const reports = new Map<string, PromiseSettledResult<unknown>>();
  return {
    reports,
    receive: (messages: readonly QueueMessage[]) =>
      commitMessages(
        messages,
        () => scope,
        (input) => commitLoad.run(input, scope.settings),
        async (_, token, ended) => void reports.set(token, ended),
      ),
  };
}

/** Counts the transactions that move the head, and calls `before` for each. */
function watchHead(scope: WorkspaceScope, before: (count: number) => Promise<void> = async () => undefined) {
  const seen = { count: 0 };
  let isRival = false;
  workspaceDatabase(scope).client.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems: items = [] } = args.input as { TransactItems?: object[] };
      if (!isRival && items.length > 0 && JSON.stringify(items[0]).includes('"sk":"HEAD"')) {
        seen.count += 1;
        isRival = true;
        await before(seen.count).finally(() => {
          isRival = false;
        });
      }
      return next(args);
    },
    { step: "initialize", name: "watchHead" },
  );
  return seen;
}

/** Requires that each load is in exactly one version and that its rows are in the table. */
async function requireCommitted(scope: WorkspaceScope, loads: readonly Input[]): Promise<void> {
  const ids = loads.map(({ load_id }) => load_id).toSorted();
  const history = await listAll<Version>(workspaceDatabase(scope), versions(scope.id));
  expect(history.flatMap(({ load_id }) => load_id ?? []).toSorted()).toEqual(ids);
  const table = await tableByReference(scope, "a");
  const files = await filesOf(scope, await readManifest(scope, table.manifest_key ?? ""));
  expect(
    files
      .flatMap(loadsOfFile)
      .flatMap(({ load_id }) => load_id)
      .toSorted(),
  ).toEqual(ids);
  for (const { load_id } of loads)
    expect(await getLoad(scope, load_id)).toMatchObject({ state: "COMPLETED", action: null });
}

const done = { status: "fulfilled", value: { check_keys: false } };

describe("the receiver of the queue of commits", () => {
  it("loads of one batch share one transaction, and each gets its result", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 10);
    const seen = watchHead(scope);
    const { receive, reports } = receiver(scope);
    expect(await receive(loads.map((input) => messageOf(input)))).toEqual([]);
    expect(seen.count).toBe(1);
    expect([...reports.values()]).toEqual(Array(10).fill(done));
    await requireCommitted(scope, loads);
  });

  it("loads of one batch still share a transaction after a rival commit of another process", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 5);
    const seen = watchHead(scope, async (count) => {
      if (count > 1) return;
      const head = await readHead(scope);
      await transact(workspaceDatabase(scope), [itemWrite(headKey(scope.id), head, head.item)]);
    });
    await receiver(scope).receive(loads.map((input) => messageOf(input)));
    expect(seen.count).toBe(2);
    await requireCommitted(scope, loads);
  });

  it("a load that does not fit its table, one that does not exist and an unreadable message fail alone", async () => {
    const scope = await lake.workspace();
    const [first, ...others] = await loadsOf(scope, 4);
    if (!first) throw new Error("There are four loads");
    const unfit = await createIngestedLoad(scope, { a: [column("n", "STRING")] });
    await receiver(scope).receive([messageOf(first)]);
    const unknown = messageOf({ ...first, load_id: "1" });
    const broken = { ...messageOf({}), body: '{"token":"t"}' };
    const good = others.map((input) => messageOf(input));
    const { receive, reports } = receiver(scope);
    expect(await receive([messageOf(unfit), unknown, broken, ...good])).toEqual([]);
    for (const { token } of good) expect(reports.get(token)).toEqual(done);
    expect(reports.get(unknown.token)).toMatchObject({ status: "rejected", reason: { kind: "not_found" } });
    expect(await getLoad(scope, unfit.load_id)).toMatchObject({ state: "FAILED", action: null });
    await requireCommitted(scope, [first, ...others]);
  });

  it("a message that is delivered twice, in one batch or later, commits its load once", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 3);
    const messages = loads.map((input) => messageOf(input));
    const { receive, reports } = receiver(scope);
    await receive([...messages, ...loads.map((input) => messageOf(input))]);
    await receive(loads.map((input) => messageOf(input, 2)));
    expect([...reports.values()]).toEqual(Array(9).fill(done));
    await requireCommitted(scope, loads);
  });

  it("undos and redos share the transaction of loads", async () => {
    const scope = await lake.workspace();
    const [first, second, third] = await loadsOf(scope, 3);
    if (!first || !second || !third) throw new Error("There are three loads");
    const { receive } = receiver(scope);
    await receive([messageOf(first), messageOf(second)]);
    const undone = await changeLoad(scope, first.load_id, (load) => undo(load, STAMP));
    const seen = watchHead(scope);
    await receive([messageOf({ ...first, attempt: undone.attempt }), messageOf(third)]);
    expect(seen.count).toBe(1);
    expect(await getLoad(scope, first.load_id)).toMatchObject({ action: null, is_active: false });
    const redone = await changeLoad(scope, first.load_id, (load) => redo(load, STAMP));
    await receive([messageOf({ ...first, attempt: redone.attempt })]);
    expect(await getLoad(scope, first.load_id)).toMatchObject({ action: null, is_active: true });
    const history = await listAll<Version>(workspaceDatabase(scope), versions(scope.id));
    const kinds = history.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["LOAD", "LOAD", "LOAD", "REDO_LOAD", "UNDO_LOAD"]);
  });

  it("a message of an earlier attempt changes nothing", async () => {
    const scope = await lake.workspace();
    const [load] = await loadsOf(scope, 1);
    if (!load) throw new Error("There is a load");
    await changeLoad(scope, load.load_id, (before) => ({ ...before, attempt: before.attempt + 1 }));
    const late = messageOf(load);
    const { receive, reports } = receiver(scope);
    await receive([late]);
    expect(reports.get(late.token)).toMatchObject({ status: "rejected", reason: { code: "stale_attempt" } });
    expect((await getLoad(scope, load.load_id)).state).toBe("LOADING");
  });

  it("a result that cannot be reported is reported after the next delivery, without a second commit", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 3);
    const messages = loads.map((input) => messageOf(input));
    const lost = messages[1]?.token;
    const unreported = await commitMessages(
      messages,
      () => scope,
      (input) => commitLoad.run(input, scope.settings),
      async (_, token) => {
        if (token === lost) throw new Error("The service is unavailable");
      },
    );
    expect(unreported).toEqual([lost]);
    const { receive, reports } = receiver(scope);
    await receive(messages.filter(({ messageId }) => unreported.includes(messageId)));
    expect([...reports]).toEqual([[lost, done]]);
    await requireCommitted(scope, loads);
  });
});

describe("the queue of commits", () => {
  /** Queue without delays whose receiver dies at a store call during its first deliveries. */
  function queueOf(scope: WorkspaceScope, crashes: StoreCrashes, call: number, isAfter: boolean) {
    const { receive, reports } = receiver(scope);
    const seen = { died: 0 };
    const ended = new Map<string, PromiseWithResolvers<void>>();
    const queue = new SimulatedQueue({
      pause: async () => undefined,
      visibilityMs: 1,
      maxReceives: 3,
      receive: async (batch) => {
        let kept: readonly string[] = [];
        const point = seen.died === 0 ? { call, isAfter } : null;
        const isDead = await crashes.run(point, async () => {
          kept = await receive(batch);
        });
        // A process that has died reports nothing.
        if (isDead) {
          seen.died += 1;
          reports.clear();
          throw new Error("The receiver died");
        }
        for (const token of reports.keys()) ended.get(token)?.resolve();
        return kept;
      },
    });
    const send = async (input: Input): Promise<void> => {
      const { token, body } = messageOf(input);
      const settled = Promise.withResolvers<void>();
      ended.set(token, settled);
      await queue.send(scope.id, body);
      await settled.promise;
    };
    return { queue, reports, seen, send };
  }

  it("a receiver that dies at any call to a store loses no load and commits none twice", async () => {
    const scope = await lake.workspace();
    const crashes = new StoreCrashes(scope);
    const all: Input[] = [];
    let hasDied = true;
    for (let call = 1; hasDied; call += 5) {
      const loads = await loadsOf(scope, 3);
      const { queue, reports, seen, send } = queueOf(scope, crashes, call, call % 2 === 0);
      await Promise.all(loads.map(send));
      expect([...reports.values()]).toEqual(Array(3).fill(done));
      expect(queue.dead).toEqual([]);
      hasDied = seen.died > 0;
      all.push(...loads);
      await requireCommitted(scope, all);
    }
    expect(all.length).toBeGreaterThan(12);
  });

  it("a receiver that dies after its transaction reports the loads on the next delivery", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 4);
    const { receive, reports } = receiver(scope);
    const messages = loads.map((input) => messageOf(input));
    const dying = commitMessages(
      messages,
      () => scope,
      (input) => commitLoad.run(input, scope.settings),
      () => Promise.reject(new Error("The receiver died")),
    );
    expect(await dying).toHaveLength(4);
    await requireCommitted(scope, loads);
    const seen = watchHead(scope);
    await receive(messages.map((message) => ({ ...message, attributes: { ApproximateReceiveCount: "2" } })));
    expect([...reports.values()]).toEqual(Array(4).fill(done));
    expect(seen.count).toBe(0);
    await requireCommitted(scope, loads);
  });

  it("loads sent at the same time share transactions in batches of up to ten", async () => {
    const scope = await lake.workspace();
    const loads = await loadsOf(scope, 25);
    const { queue, send } = queueOf(scope, new StoreCrashes(scope), 0, false);
    const head = watchHead(scope);
    await Promise.all(loads.map(send));
    expect(Math.max(...queue.batches)).toBe(10);
    expect(head.count).toBe(queue.batches.length);
    expect(head.count).toBeLessThanOrEqual(5);
    await requireCommitted(scope, loads);
  });
});
