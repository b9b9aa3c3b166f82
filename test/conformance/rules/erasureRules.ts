import { expect } from "vitest";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { ingestBatch, loadTable, newLoad, ONE_COLUMN, rowsOf, UNKNOWN } from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule, testedOperation, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const ONE_LOAD = [
  "test/functions/erasure.test.ts",
  "erasing a load removes its values from every object and record and keeps all other rows of every version",
] as const;

const ERASURE = "Clients: Erasure";
const STEPS =
  "`data:prepareErasure` with `load_id`, or with `reference` and `where`, returns a plan. `data:confirmErasure` carries it out, and `data:getErasure` returns its state and progress.";
const PERMISSION =
  "Preparing, confirming and canceling an erasure requires a manager. Unless the caller is staff, erasure operations also require the permission `data:erase` in the token's `permissions`. Without it, they return a 403 with the code `permission_missing`.";
const PLANNED =
  "`data:prepareErasure` changes nothing. A plan can be confirmed for 24 hours, unless another erasure ends in the workspace first.";
const ONE_ENGINE =
  "The condition of an erasure is evaluated as a query is: it has the same functions, and one that raises an error results in a 400 with its position. If it raises an error on a later row, the erasure is `FAILED` and `errors` states why.";
const CANCEL =
  "`data:cancelErasure` cancels a plan, or an erasure that has not removed anything yet. Otherwise, it returns a 409 with the code `erasure_writing` or `erasure_ended`.";
const EVERYWHERE =
  "Once an erasure is `COMPLETED`, no version contains its rows, the row counts of all versions are corrected, and `version:list` contains an entry of kind `ERASURE`.";
const TEXTS =
  "`texts` of a plan lists file names, idempotency keys, tags, names and descriptions that contain a value found only in erased rows. `data:confirmErasure` replaces them, unless `keep_texts` is true; the certificate then lists them as `kept_texts`.";
const FINAL =
  "If all rows of a load have been erased, by its id or by a condition, undo and redo return a 409 with the code `load_erased`. You can load its file again as new data.";
const CERTIFICATE =
  "`data:downloadErasureCertificate` states what was erased, by whom and when, and when the last backup expires. It does not contain erased values. Before the erasure has completed, it returns a 409 with the code `erasure_not_completed`.";

/** Table with rows from two loads; returns the second load. */
async function twoLoads(site: Site): Promise<{ reference: string; loadId: string }> {
  const { reference } = await loadTable(site, "n\n1\n2\n");
  const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
  const load = await ingestBatch(site, await newLoad(site, { tables }), "n\n3\n4\n5\n");
  return { reference, loadId: load.id };
}

const prepare = (site: Site, body: object) => site.post("/data:prepareErasure", body, { token: site.staff });

async function erase(site: Site, body: object) {
  const { id } = expectSuccess(await prepare(site, body));
  expectSuccess(await site.post(`/data:confirmErasure?plan_id=${id}`, undefined, { token: site.staff }));
  for (;;) {
    const path = `/data:getErasure?id=${id}&wait_seconds=5`;
    const erasure = expectSuccess(await site.get(path, { token: site.staff }));
    if (erasure.state !== "ERASING") return erasure;
  }
}

const count = async (site: Site, table: string) =>
  (await rowsOf(site, `SELECT count(*) FROM ${table}`))[0]?.[0];

export const erasureRules: readonly Rule[] = [
  operationRule(
    "prepareErasure",
    ERASURE,
    STEPS,
    "a plan counts the rows of each version; the rows stay",
    async (site) => {
      const { reference, loadId } = await twoLoads(site);
      const { state, plan } = expectSuccess(await prepare(site, { reference, where: "n > 3" }));
      expect(state).toBe("PREPARED");
      expect(plan.tables).toMatchObject([{ reference, rows: 2, version_count: 1 }]);
      expect(await count(site, reference)).toBe(5n);
      expect(expectSuccess(await prepare(site, { load_id: loadId })).plan.tables).toMatchObject([
        { rows: 3 },
      ]);
      expectRefused(await prepare(site, { load_id: UNKNOWN }), 404, "load_not_found");
    },
  ),
  operationRule(
    "confirmErasure",
    ERASURE,
    STEPS,
    "a confirmed plan cannot be confirmed again; an unknown one is a 404",
    async (site) => {
      const { loadId } = await twoLoads(site);
      const { id } = await erase(site, { load_id: loadId });
      const again = await site.post(`/data:confirmErasure?plan_id=${id}`, undefined, { token: site.staff });
      expectRefused(again, 409, "erasure_confirmed");
      const unknown = await site.post(`/data:confirmErasure?plan_id=${UNKNOWN}`, undefined, {
        token: site.staff,
      });
      expectRefused(unknown, 404, "erasure_not_found");
    },
  ),
  operationRule(
    "cancelErasure",
    ERASURE,
    CANCEL,
    "a cancelled plan cannot be confirmed; a completed erasure cannot be cancelled",
    async (site) => {
      const { loadId } = await twoLoads(site);
      const cancel = (id: string) =>
        site.post(`/data:cancelErasure?id=${id}`, undefined, { token: site.staff });
      const { id } = expectSuccess(await prepare(site, { load_id: loadId }));
      expect(expectSuccess(await cancel(id))).toMatchObject({ state: "CANCELLED" });
      const late = await site.post(`/data:confirmErasure?plan_id=${id}`, undefined, { token: site.staff });
      expectRefused(late, 409, "erasure_ended");
      const done = await erase(site, { load_id: loadId });
      expectRefused(await cancel(done.id), 409, "erasure_ended");
      expectRefused(await cancel(UNKNOWN), 404, "erasure_not_found");
    },
  ),
  operationRule("getErasure", ERASURE, STEPS, "it has its plan, state and times", async (site) => {
    const { loadId } = await twoLoads(site);
    const { id } = expectSuccess(await prepare(site, { load_id: loadId }));
    const found = expectSuccess(await site.get(`/data:getErasure?id=${id}`, { token: site.staff }));
    expect(found).toMatchObject({ id, load_id: loadId, state: "PREPARED", completed_at: null });
    expectRefused(
      await site.get(`/data:getErasure?id=${UNKNOWN}`, { token: site.staff }),
      404,
      "erasure_not_found",
    );
  }),
  operationRule("listErasures", ERASURE, STEPS, "the list has plans, too", async (site) => {
    const { loadId } = await twoLoads(site);
    const { id } = expectSuccess(await prepare(site, { load_id: loadId }));
    const { items } = expectSuccess(await site.get("/data:listErasures?order=DESC", { token: site.staff }));
    expect(items[0]).toMatchObject({ id, state: "PREPARED" });
  }),
  testedOperation(
    "downloadErasureCertificate",
    ERASURE,
    CERTIFICATE,
    "a certificate names the load and its rows; a plan has none",
    ...ONE_LOAD,
  ),
  testedRule(
    ERASURE,
    PERMISSION,
    "a member without it is refused whatever is asked for",
    "test/functions/erasure.test.ts",
    "members need the permission for every operation",
  ),
  rule(ERASURE, ONE_ENGINE, "a condition that raises an error is refused with its position", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n2\n");
    const raised = await prepare(site, { reference, where: "1 / (n - 1) > 0" });
    expectRefused(raised, 400, "invalid_sql");
    expect(raised.body.detail).toContain("(line 1, column 3)");
    const where = "regexp_like(CAST(n AS varchar), '(?<=^)2')";
    expect(expectSuccess(await prepare(site, { reference, where })).plan.tables).toMatchObject([{ rows: 1 }]);
  }),
  testedRule(
    ERASURE,
    TEXTS,
    "a tag that contains an erased value is listed and replaced",
    "test/functions/erasedNames.sampled.test.ts",
    "a plan lists them, the erasure replaces them everywhere, and the certificate contains no value",
  ),
  nightlyRule(ERASURE, PLANNED, "an erasure ends the plans that were not confirmed", async (site) => {
    const { reference, loadId } = await twoLoads(site);
    const { id } = expectSuccess(await prepare(site, { reference, where: "n = 1" }));
    await erase(site, { load_id: loadId });
    const late = await site.post(`/data:confirmErasure?plan_id=${id}`, undefined, { token: site.staff });
    expectRefused(late, 409, "erasure_expired");
    expect(await count(site, reference)).toBe(2n);
  }),
  testedRule(ERASURE, EVERYWHERE, "an earlier version has only the other rows", ...ONE_LOAD),
  testedRule(ERASURE, FINAL, "undo and redo refuse, and the same rows can be loaded again", ...ONE_LOAD),
];
