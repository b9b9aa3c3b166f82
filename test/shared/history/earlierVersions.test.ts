import type { Relation, RelationFile } from "@pdp/trino/relations";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { relationOfTable } from "#shared/history/relations/relationOfTable.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { rowDiff } from "#shared/history/rowDiff.ts";
import { commitTableEdit } from "#shared/history/tableCommits.ts";
import type { PinnedRelation } from "#shared/history/taskSnapshots.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { listAll } from "#shared/store/dynamodb/items.ts";
import { versions } from "#shared/store/dynamodb/keys.ts";
import { readTableByReference, tableByReference } from "#shared/store/tables.ts";
import { getHead } from "#shared/store/versions.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { mergeAllFiles } from "#test/support/mergeAllFiles.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const LOADS = 12;

let lake: RemoteLake;
let scope: WorkspaceScope;
let ids: string[];

beforeAll(async () => {
  lake = await remoteLake();
  scope = await lake.workspace();
  for (let count = 0; count < LOADS; count += 1)
    await commitLoad.run(await createIngestedLoad(scope, { a: [column("n", "INT64")] }), scope.settings);
  await mergeAllFiles(scope);
  ids = (await listAll<{ id: string }>(workspaceDatabase(scope), versions(scope.id))).map(({ id }) => id);
});
afterAll(() => lake.close());

function filesOf(relation: Relation): RelationFile[] {
  if (relation.kind !== "TABLE") throw new Error("The table is a view");
  return relation.files;
}

it("a query and a download of an earlier version read the merged file of the latest one", async () => {
  const { id } = await tableByReference(scope, "a");
  const ofQuery = filesOf(await relationsOf(scope, () => true)("a", ids[7]));
  const ofDownload = filesOf(await relationOfTable(scope, id, ids[7] ?? ""));
  for (const files of [ofQuery, ofDownload]) {
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ key: expect.stringContaining("/merged/"), rows: 8 });
    expect(files[0]?.hidden_loads).toHaveLength(LOADS - 8);
  }
});

it("a comparison of two earlier versions reads only rows of the merged file that changed", async () => {
  const { id: tableId } = await tableByReference(scope, "a");
  const input = { tableId, from: ids[1] ?? "", to: ids[8] ?? "", key: null, projectId: null };
  const { relations } = await rowDiff(scope, input);
  const files = relations.flatMap((relation) => relation.files);
  expect(files).toMatchObject([{ key: expect.stringContaining("/merged/"), rows: 7 }]);
  expect(files[0]?.only_loads ?? files[0]?.loads).toHaveLength(7);
});

it("a task reads the files that its pinned manifest lists, so later reads have the same order of rows", async () => {
  const pinned: PinnedRelation[] = [];
  const files = filesOf(await relationsOf(scope, () => true, { pinned })("a", ids[7]));
  expect(files).toHaveLength(8);
  expect(pinned).toMatchObject([{ kind: "TABLE", version: ids[7] }]);
});

it("a reference that has moved to another table reads that table, although this process knew the first one", async () => {
  const moving = await lake.workspace();
  const load = async (references: readonly string[]): Promise<string> => {
    const tables = Object.fromEntries(references.map((reference) => [reference, [column("n", "INT64")]]));
    await commitLoad.run(await createIngestedLoad(moving, tables), moving.settings);
    return (await getHead(moving)).version_id;
  };
  const rename = (from: string, to: string) =>
    commitTableEdit(
      moving,
      "TABLE_UPDATE",
      { by: "user_1", at: now() },
      () => readTableByReference(moving, from),
      (table) => ({ table: { ...table, reference: to } }),
    );
  const idAt = async (version: string): Promise<string | undefined> => {
    const relation = await relationsOf(moving, () => true)("a", version);
    return relation.kind === "TABLE" ? relation.id : undefined;
  };
  const before = await load(["a", "b"]);
  await load(["a", "b"]);
  const [first, second] = [await tableByReference(moving, "a"), await tableByReference(moving, "b")];
  expect([await idAt(before), await idAt(before)]).toEqual([first.id, first.id]);
  await rename("a", "c");
  await rename("b", "a");
  const after = await load(["a"]);
  await load(["a"]);
  expect([await idAt(before), await idAt(after), await idAt(before), await idAt(after)]).toEqual([
    first.id,
    second.id,
    first.id,
    second.id,
  ]);
});
