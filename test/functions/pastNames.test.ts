import { beforeAll, expect, it } from "vitest";
import { namesInLog } from "#shared/history/relations/namesInLog.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems, listItems, transact } from "#shared/store/dynamodb/items.ts";
import { headKey, releasedReferences, versions } from "#shared/store/dynamodb/keys.ts";
import { findHolder } from "#shared/store/tables.ts";
import { readHead } from "#shared/store/versions.ts";
import { newLab } from "../support/lab.ts";
import { manyRecords, type Records } from "../support/manyRecords.ts";

type Scope = Records["scope"];

let scope: Scope;
/** Version before two tables were renamed. */
let point: string;
let logReads = 0;

beforeAll(async () => {
  const lab = await newLab();
  scope = (await manyRecords(lab)).scope;
  const columns = [{ name: "a", type: "INT64" }];
  const create = (reference: string): Promise<{ version_id: string }> =>
    lab.api.post("/data/table:create", { kind: "TABLE", reference, columns });
  const change = (action: string, reference: string, body: object = {}) =>
    lab.api.post(`/data/table:${action}?reference=${reference}`, body);
  await create("first");
  await create("gone");
  point = (await create("second")).version_id;
  await change("archive", "gone");
  for (const reference of ["first", "second"]) {
    await change("rename", reference, { new_reference: `${reference}_renamed` });
    await create(reference);
  }
  await forgetNames();
  workspaceDatabase(scope).client.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        const pk = JSON.stringify(call.input).includes(`"${versions(scope.id)}"`);
        if (commandName === "QueryCommand" && pk) logReads += 1;
        return next(call);
      },
    { step: "build" },
  );
});

/** Removes the reference history, which earlier releases did not store. */
async function forgetNames(): Promise<void> {
  const database = workspaceDatabase(scope);
  const pk = releasedReferences(scope.id);
  const { items } = await listItems(database, pk);
  expect(items).toHaveLength(3);
  await deleteItems(
    database,
    items.map(({ sk }) => ({ pk, sk })),
  );
  const { names_since: _, ...head } = (await readHead(scope)).item;
  await transact(database, [{ kind: "put", key: headKey(scope.id), item: head }]);
}

async function idsAt(references: readonly string[]): Promise<(string | undefined)[]> {
  logReads = 0;
  const resolve = relationsOf(scope, () => true);
  const found = [];
  for (const reference of references) {
    const relation = await resolve(reference, point);
    found.push("id" in relation ? relation.id : undefined);
  }
  return found;
}

it("the version log is read once for all renamed references of a query", async () => {
  const holders = await Promise.all(
    ["first_renamed", "second_renamed"].map((reference) => findHolder(scope, reference)),
  );
  expect(await idsAt(["first", "second"])).toEqual(holders.map((holder) => holder?.table_id));
  expect(logReads).toBe(1);
});

it("the version log is not read for a table archived under its reference", async () => {
  expect(await idsAt(["gone"])).toEqual([expect.any(String)]);
  expect(logReads).toBe(0);
});

it("the number of versions read for the references of a query is limited", async () => {
  const held = async (maxVersions: number) => [...(await namesInLog(scope, point, maxVersions)).keys()];
  expect(await held(2)).toEqual(["second", "gone"]);
  expect(await held(3)).toEqual(["second", "gone", "first"]);
});
