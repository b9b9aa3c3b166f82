import { beforeAll, describe, expect, it } from "vitest";
import { sweepErasures } from "#functions/steps/maintenance/sweepErasures.ts";
import { confirmErasure, prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { erasureExecution, executionStatus, startExecution } from "#shared/runtime/executions.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure, createErasureRecord, getErasure, takeErasureTurn } from "#shared/store/erasures.ts";
import { findTable } from "#shared/store/tables.ts";
import { erasuresInProgress } from "#shared/store/underWay.ts";
import { groupByNight } from "#test/support/byNight.ts";
import { ended, erase, eraser, refused } from "#test/support/erasing.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";
import type { ApiClient } from "../../examples/apiClient.ts";

const COLUMNS = [
  { name: "d", type: "STRING" },
  { name: "n", type: "INT64" },
];

let lab: Lab;
let api: ApiClient;
let scope: WorkspaceScope;

async function load(csv: string): Promise<string> {
  const id = await startCsvLoad(lab, "donors", COLUMNS, csv);
  await lab.api.settled(id);
  return id;
}

beforeAll(async () => {
  lab = await newLab();
  api = await eraser(lab);
  scope = await labScope(lab);
  await load("d,n\n1,1\n2,2\nä7,3\n");
});

const count = async (): Promise<number> => Number(await scalar(lab, "SELECT count(*) FROM donors"));

/** Stores an erasure that is running as far as others can tell, and that has the turn of the workspace. */
async function running(): Promise<string> {
  const stamp = { by: "user_1", at: now() };
  const target = {
    load_id: null,
    reference: "donors",
    table_id: (await findTable(scope, "donors"))?.id ?? "",
    where: "n = 99",
  };
  const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
  const record = prepareErasure(newId(), target, null, plan, stamp);
  await createErasureRecord(scope, record);
  await changeErasure(scope, record.id, (before) => confirmErasure(before, stamp));
  expect(await takeErasureTurn(scope, record.id)).toBe(true);
  return record.id;
}

describe("a condition is evaluated as a query is", () => {
  it.each(["regexp_like(d, '(?<=ä)7')", "levenshtein_distance(d, 'äb') = 1", "format_number(n) = '3'"])(
    "the condition %s finds the row that the same query finds",
    async (where) => {
      expect(Number(await scalar(lab, `SELECT count(*) FROM donors WHERE ${where}`))).toBe(1);
      const { plan } = await api.post<{ plan: { tables: { rows: number }[] } }>("/data:prepareErasure", {
        reference: "donors",
        where,
      });
      expect(plan.tables).toMatchObject([{ rows: 1 }]);
    },
  );

  it.each([
    "CAST(d AS integer) = 1",
    "n > 0 AND\n 1 / (n - 1) > 0",
    "regexp_like(d, '(')",
    "n = 1 AND missing = 2",
  ])("the condition %s is refused with the sentence and the position of the same query", async (where) => {
    const query = await refused(
      lab.api.query(`SELECT d, n, "$load_id", "$file_id", "$line" FROM donors WHERE\n${where}`),
    );
    const condition = await refused(api.post("/data:prepareErasure", { reference: "donors", where }));
    const inCondition = query.detail.replace(/\(line (\d+)/, (_, line) => `(line ${Number(line) - 1}`);
    expect([condition.status, condition.code, condition.detail]).toEqual([400, query.code, inCondition]);
    expect(condition.detail).toMatch(/line \d+, column \d+/);
  });
});

describe("an erasure that cannot be carried out", () => {
  it("a condition that raises an error on a later row fails the erasure, states why, and lets others run", async () => {
    const plan = await api.post<{ id: string }>("/data:prepareErasure", {
      reference: "donors",
      where: "CAST(substr(d, length(d)) AS integer) = 1",
    });
    const later = await load("d,n\nabc,4\n");
    await api.post(`/data:confirmErasure?plan_id=${plan.id}`);
    const failed = await ended(api, plan.id);
    expect(failed.state).toBe("FAILED");
    expect(failed.errors.join(" ")).toContain("The text 'c' is not a valid INTEGER");
    // The tables are released after the state is visible.
    await expect.poll(async () => (await findTable(scope, "donors"))?.erasing).toBeUndefined();
    const { state } = await erase(api, { load_id: later });
    expect(state).toBe("COMPLETED");
    expect(await count()).toBe(3);
    await sweepErasures.run({}, scope.settings);
    expect(await getErasure(scope, plan.id)).toMatchObject({ state: "FAILED", attempt: 1 });
    // The condition and the sentence may quote values that the other erasure has removed.
    expect(await getErasure(scope, plan.id)).toMatchObject({ where: null });
    const again = await refused(api.post(`/data:confirmErasure?plan_id=${plan.id}`));
    expect([again.status, again.code]).toEqual([409, "erasure_confirmed"]);
    expect((await refused(api.post(`/data:cancelErasure?id=${plan.id}`))).code).toBe("erasure_ended");
  });

  it("an erasure whose executions keep dying fails with a sentence", async () => {
    const id = await running();
    // The name of the last execution is the name of one that has ended.
    await changeErasure(scope, id, (before) => ({ ...before, attempt: 5, restarts: 4 }));
    const { settings } = scope;
    const execution = {
      ...erasureExecution(scope, id, 5),
      input: { work: "ERASE", workspace_id: scope.id, erasure_id: id, attempt: 4 },
    };
    await startExecution(scope, execution);
    await expect.poll(() => executionStatus(scope, execution)).toBe("SUCCEEDED");
    await sweepErasures.run({}, settings);
    const erasure = await getErasure(scope, id);
    expect(erasure).toMatchObject({ state: "FAILED", attempt: 5 });
    expect(erasure.errors?.join(" ")).toContain("started several times");
    const marks = await erasuresInProgress(settings);
    expect(marks.filter(({ erasure_id }) => erasure_id === id)).toEqual([]);
  });
});

groupByNight("cancelling an erasure", () => {
  it("an erasure that waits for another one can be cancelled, and changes nothing", async () => {
    const other = await running();
    const before = await count();
    const plan = await api.post<{ id: string }>("/data:prepareErasure", {
      reference: "donors",
      where: "n = 1",
    });
    await api.post(`/data:confirmErasure?plan_id=${plan.id}`);
    const cancelled = await api.post<{ state: string; where: null }>(`/data:cancelErasure?id=${plan.id}`);
    expect(cancelled).toMatchObject({ state: "CANCELLED", where: null, progress: null });
    expect(await api.post(`/data:cancelErasure?id=${plan.id}`)).toMatchObject({ state: "CANCELLED" });
    await api.post(`/data:cancelErasure?id=${other}`);
    const { state } = await erase(api, { reference: "donors", where: "n = 97" });
    expect([state, await count()]).toEqual(["COMPLETED", before]);
    await sweepErasures.run({}, scope.settings);
    const marks = await erasuresInProgress(scope.settings);
    expect(marks.filter(({ erasure_id }) => [plan.id, other].includes(erasure_id))).toEqual([]);
  });

  it("an erasure that has removed rows can no longer be cancelled", async () => {
    const id = await running();
    await changeErasure(scope, id, (before) => ({ ...before, is_writing: true }));
    const answer = await refused(api.post(`/data:cancelErasure?id=${id}`));
    expect([answer.status, answer.code]).toEqual([409, "erasure_writing"]);
    await changeErasure(scope, id, ({ is_writing: _, ...before }) => before);
    await api.post(`/data:cancelErasure?id=${id}`);
  });
});
