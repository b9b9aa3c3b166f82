import type { Column } from "@pdp/basics/columns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { undo } from "#shared/domain/loads/loadTransitions.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoad } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";
import { beginLoadWork } from "#shared/store/underWay.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { manyColumns } from "#test/support/manyColumns.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});

afterAll(() => lake.close());

async function newTable(scope: WorkspaceScope, reference: string, list: Column[]): Promise<void> {
  await commitNewTable(scope, { reference, description: null, columns: list }, { by: "user_1", at: now() });
}

describe("an ingested load", () => {
  it("the load fails with a message if another load used up the space for its new columns", async () => {
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
      [
        expect.stringMatching(
          /^With its new columns, the column definitions of table "shared" .* bytes as JSON.*: shorten .*\.$/,
        ),
      ],
    ]);
    expect((await findTable(scope, "shared"))?.columns).toHaveLength(1110);
  });

  it("the load fails with a message if its tables exceed one transaction", async () => {
    const scope = await lake.workspace();
    const references = Array.from({ length: 12 }, (_, index) => `wide${index}`);
    for (const reference of references) await newTable(scope, reference, manyColumns(2000, 60, "c"));
    const brought = references.map((reference) => [reference, manyColumns(2, 0, "new")] as const);
    const payload = await createIngestedLoad(scope, Object.fromEntries(brought));
    expect(await commitLoad.run(payload, scope.settings)).toEqual({ check_keys: false });
    const { state, errors } = await getLoad(scope, payload.load_id);
    expect([state, errors]).toEqual([
      "FAILED",
      [
        expect.stringMatching(
          /^The column definitions of the load's tables have .*: move some .* to another load\.$/,
        ),
      ],
    ]);
  });

  it("a load and its undo fit into one transaction, however large the columns are that they do not change", async () => {
    const scope = await lake.workspace();
    const references = Array.from({ length: 12 }, (_, index) => `grown${index}`);
    for (const reference of references) await newTable(scope, reference, manyColumns(2000, 60, "c"));
    const brought = references.map((reference) => [reference, manyColumns(2, 0, "c")] as const);
    const payload = await createIngestedLoad(scope, Object.fromEntries(brought));
    await commitLoad.run(payload, scope.settings);
    const rows = async () => {
      const tables = await Promise.all(references.map((reference) => findTable(scope, reference)));
      expect(tables.map((table) => table?.columns.length)).toEqual(references.map(() => 2000));
      return tables.reduce((sum, table) => sum + (table?.rows ?? 0), 0);
    };
    expect([(await getLoad(scope, payload.load_id)).state, await rows()]).toEqual(["COMPLETED", 12]);
    const undone = await beginLoadWork(scope, payload.load_id, (load) =>
      undo(load, { by: "user_1", at: now() }),
    );
    await commitRevision(scope, undone);
    expect([(await getLoad(scope, payload.load_id)).is_active, await rows()]).toEqual([false, 0]);
  });
});
