import { expect, it } from "vitest";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import { confirmErasure, prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { changeErasure, createErasureRecord, getErasure } from "#shared/store/erasures.ts";
import { findTable } from "#shared/store/tables.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { newLab, startCsvLoad } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";

/** Erases one row of a table with some loads, and returns how many objects and records that took. */
async function callsWith(loads: number): Promise<number> {
  const lab = await newLab();
  const scope = await labScope(lab);
  for (let index = 0; index < loads; index += 1) {
    const columns = [{ name: "d", type: "STRING" }];
    await lab.api.settled(await startCsvLoad(lab, "donors", columns, `d\nvalue${index}\nother${index}\n`));
  }
  const table = await findTable(scope, "donors");
  const target = { load_id: null, reference: "donors", table_id: table?.id ?? "", where: "d = 'value1'" };
  const stamp = { by: "user_1", at: now() };
  const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
  const { id } = prepareErasure(newId(), target, null, plan, stamp);
  await createErasureRecord(scope, prepareErasure(id, target, null, plan, stamp));
  await changeErasure(scope, id, (before) => confirmErasure(before, stamp));
  let calls = 0;
  const count = (): boolean => {
    calls += 1;
    return false;
  };
  beforeStoreCall(scope, count, async () => undefined);
  await eraseRows.run({ workspace_id: scope.id, erasure_id: id, attempt: 1 }, scope.settings);
  expect(await getErasure(scope, id)).toMatchObject({ state: "COMPLETED" });
  return calls;
}

it("each other load of the table adds at most 16 store calls to an erasure of one row", async () => {
  const [few, many] = [await callsWith(3), await callsWith(13)];
  expect(few).toBeLessThan(160);
  expect((many - few) / 10).toBeLessThanOrEqual(16);
});
