import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { completeLoad, createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { commit, PATIENCE } from "#shared/history/commit.ts";
import { commitIngestedLoad } from "#shared/history/commitIngestedLoad.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { commitNewTable, commitTableEdit } from "#shared/history/tableCommits.ts";
import { putJson } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { itemWrite, transact } from "#shared/store/dynamodb/items.ts";
import { headKey } from "#shared/store/dynamodb/keys.ts";
import { changeLoad, newLoadWrites } from "#shared/store/loads.ts";
import { readTableByReference } from "#shared/store/tables.ts";
import { readHead } from "#shared/store/versions.ts";
import { byNight } from "#test/support/byNight.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

const ACT = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
/** Time, in milliseconds, after which API Gateway responds in place of a slow function. */
const CUT_OFF = 29_000;

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});

afterAll(() => lake.close());

/** Clock that only a test moves. It starts at the current time, because the stores compare it with theirs. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Moves the head as a concurrent commit does, after a delay. */
async function moveHead(scope: WorkspaceScope, milliseconds: number): Promise<void> {
  const head = await readHead(scope);
  await transact(workspaceDatabase(scope), [itemWrite(headKey(scope.id), head, head.item)]);
  vi.setSystemTime(Date.now() + milliseconds);
}

/** Returns a scope in which, until a given time has passed, another commit happens between reading the head and moving it. */
function contendedScope(
  scope: WorkspaceScope,
  until: number,
): { scope: WorkspaceScope; tries: () => number } {
  const { client } = workspaceDatabase(scope);
  const end = Date.now() + until;
  let tries = 0;
  let isRival = false;
  client.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems: items = [] } = args.input as { TransactItems?: object[] };
      if (!isRival && items.length > 1 && JSON.stringify(items[0]).includes('"sk":"HEAD"')) {
        tries += 1;
        isRival = true;
        if (Date.now() < end) await moveHead(scope, 5_000);
        isRival = false;
      }
      return next(args);
    },
    { step: "initialize", name: "rivals" },
  );
  return { scope, tries: () => tries };
}

async function newTable(scope: WorkspaceScope, reference: string) {
  const fields = { reference, description: null, columns: [], query: "SELECT 1" };
  return commitNewTable(scope, fields, ACT);
}

async function loadOf(scope: WorkspaceScope) {
  const load = createLoad(newId(), { kind: "PROJECT", project_id: newId() }, {}, ACT);
  const loading = finalize(load, { tables: {}, filesOfTables: 1, warnings: [] }, ACT);
  await transact(workspaceDatabase(scope), newLoadWrites(scope, loading));
  return loading;
}

describe("a commit that keeps losing", () => {
  it("the commit gives up when its time limit is reached, and not before", async () => {
    const scope = await lake.workspace();
    for (const [patience, attempts] of [
      [0, 1],
      [12_000, 3],
    ] as const) {
      const built: string[] = [];
      const hopeless = commit(scope, patience, async (versionId) => {
        built.push(versionId);
        await moveHead(scope, 5_000);
        return { kind: "TABLE_UPDATE", stamp: ACT, tables: [] };
      });
      await expect(hopeless).rejects.toMatchObject({ kind: "conflict", code: "busy" });
      expect(built).toHaveLength(attempts);
    }
  });

  it("within a request, the commit gives up with a message before the client times out", async () => {
    const scope = await lake.workspace();
    await newTable(scope, "seen");
    const { tries } = contendedScope(scope, Number.POSITIVE_INFINITY);
    const edit = () =>
      commitTableEdit(
        scope,
        "TABLE_UPDATE",
        ACT,
        () => readTableByReference(scope, "seen"),
        (table) => ({ table }),
      );
    for (const request of [() => newTable(scope, "other"), edit]) {
      const [started, before] = [Date.now(), tries()];
      await expect(request()).rejects.toMatchObject({ code: "busy", message: /try again/ });
      expect(Date.now() - started).toBeLessThan(CUT_OFF);
      expect(tries() - before).toBeGreaterThan(3);
    }
  });

  it("the commit succeeds within a request if there is time left", async () => {
    const scope = await lake.workspace();
    const { tries } = contendedScope(scope, 15_000);
    await newTable(scope, "seen");
    expect(tries()).toBe(4);
  });

  byNight("the steps of a load retry longer", async () => {
    const scope = await lake.workspace();
    const loading = await loadOf(scope);
    const first = contendedScope(scope, 50_000);
    await commitIngestedLoad(scope, loading, [], []);
    expect(first.tries()).toBe(11);

    const other = await lake.workspace();
    const load = await loadOf(other);
    await putJson(other, "files.json", {});
    const undone = await changeLoad(other, load.id, (before) => ({
      ...{ ...completeLoad(before, now()), files_key: "files.json" },
      ...{ action: "UNDO" as const, attempt: 2 },
    }));
    const second = contendedScope(other, 50_000);
    await commitRevision(other, undone);
    expect(second.tries()).toBe(11);
    expect(PATIENCE.step).toBeGreaterThan(50_000);
  });
});
