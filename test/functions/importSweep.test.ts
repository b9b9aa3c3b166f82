import { expect, it } from "vitest";
import { newImport } from "#shared/domain/transfers/transfer.ts";
import { removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { importFileKey } from "#shared/objects/keys.ts";
import { isStored, putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { createTransfer } from "#shared/store/transfers.ts";
import { newLab } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";

const DAY_MS = 86_400_000;
const SHA_256 = "a".repeat(64);

it("a sweep removes files of imports that are complete, too old or unknown, and keeps those of others", async () => {
  const scope = await labScope(await newLab());
  const uploaded = async (state: "UPLOADING" | "RUNNING" | "COMPLETED" | "FAILED", days: number) => {
    const at = new Date(Date.now() - days * DAY_MS).toISOString();
    const request = { ids: "SAME", id_offset: 0, export: {} } as unknown as Parameters<typeof newImport>[1];
    const record = { ...newImport(newId(), request, { by: "user_1", at }), state };
    await createTransfer(scope, record);
    const key = importFileKey(scope.id, record.id, SHA_256);
    await putBytes(scope, key, Buffer.from(now()));
    return key;
  };
  const unknown = importFileKey(scope.id, newId(), SHA_256);
  await putBytes(scope, unknown, Buffer.from("left"));
  const kept = [await uploaded("UPLOADING", 6), await uploaded("FAILED", 0), await uploaded("RUNNING", 9)];
  const gone = [
    await uploaded("UPLOADING", 8),
    await uploaded("FAILED", 8),
    await uploaded("COMPLETED", 0),
    unknown,
  ];
  const outcome = await removeOrphans(scope, {
    dryRun: false,
    minAgeMs: -1_000,
    deadline: Date.now() + 60_000,
  });
  expect(outcome.examples.toSorted()).toEqual(gone.toSorted());
  const stored = (keys: readonly string[]) => Promise.all(keys.map((key) => isStored(scope, key)));
  expect(await stored(kept)).toEqual([true, true, true]);
  expect(await stored(gone)).toEqual([false, false, false, false]);
});
