import { describe, expect, it } from "vitest";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import {
  cancelErasure,
  confirmErasure,
  failErasure,
  prepareErasure,
} from "#shared/domain/erasures/erasureTransitions.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure, createErasureRecord, getErasure, takeErasureTurn } from "#shared/store/erasures.ts";
import { findTable } from "#shared/store/tables.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { historyStores } from "#test/support/historyStores.ts";
import { HistoryLab, type LoadPlan } from "./model/historyLab.ts";

const PLAN: LoadPlan = { references: ["a"], files: [2], columns: ["x"], project: 0 };
const stamp = () => ({ by: "user_1", at: now() });

const stores = historyStores();

/** A workspace with two loads into a table, and a confirmed erasure of one row. */
async function confirmed(): Promise<{ scope: WorkspaceScope; lab: HistoryLab; id: string }> {
  const scope = await stores.lake.workspace({
    LAKE_DIRECTORY: stores.lake.objects,
    ERASURE_SETTLE_SECONDS: "0",
  });
  const lab = await HistoryLab.open(scope, stores.connection);
  for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
  const table = await findTable(scope, "a");
  const target = { load_id: null, reference: "a", table_id: table?.id ?? "", where: "n = 1" };
  const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
  const id = newId();
  await createErasureRecord(scope, prepareErasure(id, target, null, plan, stamp()));
  await changeErasure(scope, id, (before) => confirmErasure(before, stamp()));
  return { scope, lab, id };
}

const run = (scope: WorkspaceScope, id: string) =>
  eraseRows.run({ workspace_id: scope.id, erasure_id: id, attempt: 1 }, scope.settings);

describe("an erasure that is cancelled while it is running", () => {
  it.each(["/found.json", "/erased-"])(
    "if it is cancelled before its first write (%s), nothing changes and others can run",
    async (part) => {
      const { scope, lab, id } = await confirmed();
      const version = (await findTable(scope, "a"))?.version_id;
      const isDone = beforeStoreCall(
        scope,
        ({ command, input }) => command === "PutObjectCommand" && input.includes(part),
        () => changeErasure(scope, id, (before) => cancelErasure(before, now())),
      );
      const outcome = await run(scope, id);
      expect(isDone()).toBe(true);
      expect(outcome).toMatchObject({ ended: true });
      expect(await getErasure(scope, id)).toMatchObject({
        state: "CANCELLED",
        phase: "DONE",
        version_ids: [],
      });
      expect(await findTable(scope, "a")).toMatchObject({ version_id: version });
      expect((await findTable(scope, "a"))?.erasing).toBeUndefined();
      expect(await takeErasureTurn(scope, newId())).toBe(true);
      await lab.check();
    },
  );

  it("it cannot be cancelled after its first write, and completes", async () => {
    const { scope, id } = await confirmed();
    let refusal: unknown;
    const isDone = beforeStoreCall(
      scope,
      ({ command, input }) => command === "PutObjectCommand" && input.includes("/files-"),
      async () => {
        const cancelled = changeErasure(scope, id, (before) => cancelErasure(before, now()));
        refusal = await cancelled.catch((error: unknown) => error);
      },
    );
    await run(scope, id);
    expect(isDone()).toBe(true);
    expect(refusal).toMatchObject({ kind: "conflict", code: "erasure_writing" });
    expect(await getErasure(scope, id)).toMatchObject({ state: "COMPLETED" });
  });
});

describe("the purge of the database", () => {
  it("an erasure is completed only after the purge, and a repeated call does not search again", async () => {
    const { scope, id } = await confirmed();
    const states: string[] = [];
    const purging = (work: () => Promise<void>): WorkspaceScope => ({
      ...scope,
      settings: {
        ...scope.settings,
        purgeDatabase: async () => {
          states.push((await getErasure(scope, id)).state);
          await work();
        },
      },
    });
    const failing = purging(() => Promise.reject(new Error("the file is in use")));
    await expect(run(failing, id)).rejects.toThrow("the file is in use");
    expect(await getErasure(scope, id)).toMatchObject({
      ...{ state: "ERASING", phase: "PURGE", where: null, completed_at: null },
    });
    const { version_ids } = await getErasure(scope, id);
    await run(
      purging(async () => undefined),
      id,
    );
    expect(await getErasure(scope, id)).toMatchObject({ state: "COMPLETED", phase: "SETTLE", version_ids });
    expect(states).toEqual(["ERASING", "ERASING"]);
  });
});

it("an erasure that fails after its first write says that rows may be gone", async () => {
  const { scope, id } = await confirmed();
  const before = await getErasure(scope, id);
  expect(failErasure(before, ["Why"]).errors).toEqual(["Why"]);
  expect(failErasure({ ...before, is_writing: true }, ["Why"]).errors).toEqual([
    "Why",
    "Some of the rows may already have been removed. Prepare a new plan for the others.",
  ]);
});
