import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import type { Column } from "#shared/domain/column.ts";
import { createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { dataFileKey } from "#shared/lake/keys.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { putIngested } from "#shared/store/ingested.ts";
import { getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";
import { manyColumns } from "#test/support/manyColumns.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});

afterAll(() => lake.close());

/** A load whose one file is ingested into each of the tables; what its commit is called with. */
async function createIngestedLoad(scope: WorkspaceScope, columnsOf: Record<string, Column[]>) {
  const stamp = { by: "user_1", at: now() };
  const tables = Object.entries(columnsOf).map(async ([reference, list]) => {
    const table_id = (await findTable(scope, reference))?.id ?? null;
    return [reference, { columns: list, format: "CSV" as const, table_id }] as const;
  });
  const bound = Object.fromEntries(await Promise.all(tables));
  const context = { kind: "PROJECT" as const, project_id: newId() };
  const load = finalize(
    createLoad(newId(), context, bound, stamp),
    { tables: bound, filesOfTables: 1, warnings: [] },
    stamp,
  );
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  for (const table_reference of Object.keys(bound)) {
    const file_id = newId();
    const key = dataFileKey(scope.id, load.id, load.attempt, file_id);
    const files = [{ file_id, rows: 1 }];
    const outcome = { files, table_reference, key, rows: 1, bytes: 100, report_key: null };
    await putIngested(scope, load.id, load.attempt, outcome);
  }
  return { workspace_id: scope.id, load_id: load.id, attempt: load.attempt };
}

async function newTable(scope: WorkspaceScope, reference: string, list: Column[]): Promise<void> {
  await commitNewTable(scope, { reference, description: null, columns: list }, { by: "user_1", at: now() });
}

describe("a load that was ingested", () => {
  it("has FAILED with a sentence when another one took the room for its new columns", async () => {
    const scope = await lake.workspace();
    await newTable(scope, "shared", manyColumns(10, 0, "c"));
    const [first, second] = [
      await createIngestedLoad(scope, { shared: manyColumns(1100, 80, "one") }),
      await createIngestedLoad(scope, { shared: manyColumns(1100, 80, "two") }),
    ];
    expect(await commitLoad.run(first, scope.settings)).toEqual({ check_keys: false });
    expect(await commitLoad.run(second, scope.settings)).toEqual({ check_keys: false });
    const { state, errors } = await getLoad(scope, second.load_id);
    expect([state, errors]).toEqual([
      "FAILED",
      [expect.stringMatching(/^With its new columns the table "shared" .* bytes as JSON.*: shorten .*\.$/)],
    ]);
    expect((await findTable(scope, "shared"))?.columns).toHaveLength(1110);
  });

  it("has FAILED with a sentence when its tables are more than one transaction writes", async () => {
    const scope = await lake.workspace();
    const references = Array.from({ length: 12 }, (_, index) => `wide${index}`);
    for (const reference of references) await newTable(scope, reference, manyColumns(2000, 60, "c"));
    const brought = references.map((reference) => [reference, manyColumns(2, 0, "c")] as const);
    const payload = await createIngestedLoad(scope, Object.fromEntries(brought));
    expect(await commitLoad.run(payload, scope.settings)).toEqual({ check_keys: false });
    const { state, errors } = await getLoad(scope, payload.load_id);
    expect([state, errors]).toEqual([
      "FAILED",
      [
        expect.stringMatching(
          /^The tables that the load brings rows to .*: bring some .* in another load\.$/,
        ),
      ],
    ]);
  });
});
