import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { undo } from "#shared/domain/loads/loadTransitions.ts";
import { loadsOf as loadsOfFile } from "#shared/domain/loads/manifest.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { itemWrite, listAll, transact } from "#shared/store/dynamodb/items.ts";
import { headKey, versions } from "#shared/store/dynamodb/keys.ts";
import { changeLoad, getLoad } from "#shared/store/loads.ts";
import { tableByReference } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getHead, readHead } from "#shared/store/versions.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";
import { StoreCrashes } from "./model/storeCrashes.ts";

type Input = Awaited<ReturnType<typeof createIngestedLoad>>;

const STAMP = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
const COLUMNS = { a: [column("n", "INT64")] };

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

async function loadsOf(scope: WorkspaceScope, count: number): Promise<Input[]> {
  const all: Input[] = [];
  for (let index = 0; index < count; index += 1) all.push(await createIngestedLoad(scope, COLUMNS));
  return all;
}

const commitAll = (scope: WorkspaceScope, loads: readonly Input[]) =>
  Promise.all(loads.map((input) => commitLoad.run(input, scope.settings)));

/** Counts the transactions that move the head, and lets another process move it before one of them. */
function watchHead(scope: WorkspaceScope, rivalAt = 0): { count: number } {
  const seen = { count: 0 };
  let isRival = false;
  workspaceDatabase(scope).client.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems: items = [] } = args.input as { TransactItems?: object[] };
      if (!isRival && items.length > 0 && JSON.stringify(items[0]).includes('"sk":"HEAD"')) {
        seen.count += 1;
        if (seen.count === rivalAt) {
          isRival = true;
          const head = await readHead(scope);
          await transact(workspaceDatabase(scope), [itemWrite(headKey(scope.id), head, head.item)]);
          isRival = false;
        }
      }
      return next(args);
    },
    { step: "initialize", name: "watchHead" },
  );
  return seen;
}

/** Returns the loads with files in a table as of a version, in order. */
async function loadsAt(scope: WorkspaceScope, tableId: string, versionId: string): Promise<string[]> {
  const version = await tableVersionAt(scope, tableId, versionId);
  const files = await filesOf(scope, await readManifest(scope, version?.manifest_key ?? ""));
  return files.flatMap(loadsOfFile).map(({ load_id }) => load_id);
}

/**
 * Requires that each load is in exactly one version, that its file is in every later version, and that the head is the last
 * version.
 */
async function requireHistory(
  scope: WorkspaceScope,
  loads: readonly Input[],
  earlier: number,
): Promise<Version[]> {
  const history = await listAll<Version>(workspaceDatabase(scope), versions(scope.id));
  expect(
    history
      .slice(earlier)
      .map(({ load_id }) => load_id)
      .sort(),
  ).toEqual(loads.map(({ load_id }) => load_id).sort());
  for (const [index, version] of history.entries()) {
    const [table] = version.tables;
    expect(table).toMatchObject({ rows: index + 1, rows_added: 1, rows_removed: 0 });
  }
  const table = await tableByReference(scope, "a");
  for (const [index, { id }] of history.entries())
    expect(await loadsAt(scope, table.id, id)).toEqual(
      history.slice(0, index + 1).map(({ load_id }) => load_id),
    );
  expect((await getHead(scope)).version_id).toBe(history.at(-1)?.id);
  expect(table.version_id).toBe(history.at(-1)?.id);
  for (const { load_id } of loads)
    expect(await getLoad(scope, load_id)).toMatchObject({ state: "COMPLETED", action: null });
  return history;
}

it("loads waiting at the head become separate versions in a few transactions", async () => {
  const scope = await lake.workspace();
  const loads = await loadsOf(scope, 12);
  const seen = watchHead(scope);
  await commitAll(scope, loads);
  await requireHistory(scope, loads, 0);
  // The first commit starts without the others.
  expect(seen.count).toBeLessThanOrEqual(4);
});

it("undos, new tables and stale attempts among loads each get a separate result", async () => {
  const scope = await lake.workspace();
  const [first, second, ...others] = await loadsOf(scope, 6);
  if (!first || !second) throw new Error("There are six loads");
  await commitAll(scope, [first, second]);
  const undone = await changeLoad(scope, first.load_id, (load) => undo(load, STAMP));
  const current = await getLoad(scope, second.load_id);
  const stale = { ...current, attempt: current.attempt + 1 };
  const view = { reference: "v", description: null, columns: [], query: "SELECT 1 AS a", reads: {} };
  const ended = await Promise.allSettled([
    ...others.slice(0, 2).map((input) => commitLoad.run(input, scope.settings)),
    commitRevision(scope, undone),
    commitRevision(scope, stale),
    commitNewTable(scope, view, STAMP),
    commitNewTable(scope, view, STAMP),
    ...others.slice(2).map((input) => commitLoad.run(input, scope.settings)),
  ]);
  expect(ended.map(({ status }) => status === "fulfilled")).toEqual([
    ...[true, true, true, false, true, false, true, true],
  ]);
  expect((ended[3] as PromiseRejectedResult).reason).toMatchObject({ code: "stale_attempt" });
  expect((ended[5] as PromiseRejectedResult).reason).toMatchObject({ code: "reference_taken" });
  const history = await listAll<Version>(workspaceDatabase(scope), versions(scope.id));
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(
    [...Array<string>(6).fill("LOAD"), "TABLE_CREATE", "UNDO_LOAD"].toSorted(),
  );
  const table = await tableByReference(scope, "a");
  const files = await filesOf(scope, await readManifest(scope, table.manifest_key ?? ""));
  expect(
    files
      .flatMap(loadsOfFile)
      .map(({ load_id }) => load_id)
      .toSorted(),
  ).toEqual([second, ...others].map(({ load_id }) => load_id).toSorted());
});

it("loads are committed only once if another process moves the head before their transaction", async () => {
  const scope = await lake.workspace();
  const loads = await loadsOf(scope, 5);
  watchHead(scope, 2);
  await commitAll(scope, loads);
  await requireHistory(scope, loads, 0);
});

it("a process that dies at any call to a store loses no load and commits none twice", async () => {
  const scope = await lake.workspace();
  const [first] = await loadsOf(scope, 1);
  await commitAll(scope, first ? [first] : []);
  const crashes = new StoreCrashes(scope);
  let committed = 1;
  let died = true;
  // Tests every fourth call, because the two processes of one load differ in only a few calls.
  for (let call = 1; died; call += 4) {
    const loads = await loadsOf(scope, 3);
    died = await crashes.run({ call, isAfter: call % 8 === 1 }, async () => {
      const ended = await Promise.allSettled(loads.map((input) => commitLoad.run(input, scope.settings)));
      for (const one of ended) if (one.status === "rejected") throw one.reason;
    });
    await commitAll(scope, loads);
    await requireHistory(scope, loads, committed);
    committed += loads.length;
  }
  expect(committed).toBeGreaterThan(15);
});
