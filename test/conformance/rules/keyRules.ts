import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, ingestBatch, newLoad, newTable, rowsOf, undoLoad, waitForLoad } from "../given.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const KEYS = "Clients: Table keys";
const KEY =
  "A table may have a `key`: at most 16 columns, not of type STRUCT or ARRAY, that together identify a row across all projects. Without a key, loads append their rows.";
const RULE =
  "With the `key_rule` ERROR (the default), a load is `FAILED` if it contains a key twice, or a key that another active load contains. With WARN, it succeeds and `warnings` list the duplicates.";
const MISSING = "A row with a missing value in a key column is not compared, as in SQL.";
const TOGETHER = "If several loads add the same key at the same time, exactly one is committed.";
const REDO =
  "A redo that would duplicate a key is refused: the load stays undone, and its `errors` state the reason.";
const REFUSED =
  "A key that a table's rows violate cannot be set: 409 with the code `key_violated` and the first of these rows.";

const COLUMNS = [
  { name: "n", type: "INT64" },
  { name: "m", type: "STRING" },
];

function load(site: Site, reference: string, rows: string) {
  const tables = { [reference]: { columns: COLUMNS, format: "CSV" } };
  return newLoad(site, { tables }).then((made) => ingestBatch(site, made, `n,m\n${rows}`));
}

function update(site: Site, reference: string, body: object) {
  return site.post(`/data/table:update?reference=${reference}`, body);
}

async function keyed(site: Site, key_rule?: string): Promise<string> {
  const rule = key_rule === undefined ? {} : { key_rule };
  return (await newTable(site, { columns: COLUMNS, key: ["n", "m"], ...rule })).reference;
}

async function count(site: Site, reference: string): Promise<unknown> {
  return (await rowsOf(site, `SELECT count(*) FROM ${reference}`))[0]?.[0];
}

export const keyRules: readonly Rule[] = [
  rule(KEYS, KEY, "a table shows its key and rule until the key is removed", async (site) => {
    const table = await newTable(site, { columns: COLUMNS, key: ["N"] });
    expect(table).toMatchObject({ key: ["n"], key_rule: "ERROR" });
    const after = expectSuccess(await update(site, table.reference, { key: null }));
    expect(after).not.toHaveProperty("key");
    expect(after).not.toHaveProperty("key_rule");
  }),
  nightlyRule(KEYS, KEY, "a table without a key accepts the same row twice", async (site) => {
    const { reference } = await newTable(site, { columns: COLUMNS });
    await load(site, reference, "1,a\n1,a\n");
    expect((await load(site, reference, "1,a\n")).state).toBe("COMPLETED");
    expect(await count(site, reference)).toBe(3n);
  }),
  rule(KEYS, KEY, "a key of unknown or nested columns is a 422", async (site) => {
    const create = (fields: object) =>
      site.post("/data/table:create", { reference: freshName("keyed_"), columns: COLUMNS, ...fields });
    expectInvalid(await create({ key: ["x"] }), "body", "key", 0);
    expectInvalid(await create({ key: ["n", "N"] }), "body", "key", 1);
    expectInvalid(await create({ key: [] }), "body", "key");
    const tags = { name: "tags", type: "ARRAY", item_type: { type: "STRING" } };
    expectInvalid(await create({ columns: [tags], key: ["tags"] }), "body", "key", 0);
    expectInvalid(await create({ key_rule: "WARN" }), "body", "key_rule");
  }),
  nightlyRule(KEYS, RULE, "a duplicate key within a load fails it", async (site) => {
    const reference = await keyed(site);
    const failed = await load(site, reference, "1,a\n1,b\n1,a\n");
    expect(failed.state).toBe("FAILED");
    expect(failed.errors[0]).toContain('column "n, m": "1, a" is also the key of');
    expect(await count(site, reference)).toBe(0n);
  }),
  rule(KEYS, RULE, "a key of an active load fails another load", async (site) => {
    const reference = await keyed(site);
    const first = await load(site, reference, "1,a\n");
    const failed = await load(site, reference, "2,a\n1,a\n");
    expect(failed.state).toBe("FAILED");
    expect(failed.errors[0]).toContain(`added by the load ${first.id}`);
    await undoLoad(site, first.id);
    expect((await load(site, reference, "2,a\n1,a\n")).state).toBe("COMPLETED");
  }),
  rule(KEYS, RULE, "with WARN, the load succeeds with a warning", async (site) => {
    const reference = await keyed(site, "WARN");
    const passed = await load(site, reference, "1,a\n1,a\n");
    expect(passed).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(passed.warnings.join(" ")).toContain('"1, a" is also the key of');
    expect(await count(site, reference)).toBe(2n);
  }),
  nightlyRule(KEYS, MISSING, "rows with a missing part of the key are accepted", async (site) => {
    const reference = await keyed(site);
    expect((await load(site, reference, "1,\n1,\n,a\n,a\n")).state).toBe("COMPLETED");
    expect((await load(site, reference, "1,\n")).state).toBe("COMPLETED");
    expect(await count(site, reference)).toBe(5n);
  }),
  nightlyRule(KEYS, TOGETHER, "one of two concurrent loads with the same key is committed", async (site) => {
    const reference = await keyed(site);
    const ended = await Promise.all(["1,a\n2,b\n", "1,a\n3,b\n"].map((rows) => load(site, reference, rows)));
    expect(ended.map(({ state }) => state).sort()).toEqual(["COMPLETED", "FAILED"]);
    expect(await count(site, reference)).toBe(2n);
  }),
  nightlyRule(KEYS, REDO, "a redo with a duplicate key leaves the load undone", async (site) => {
    const reference = await keyed(site);
    const first = await load(site, reference, "1,a\n");
    await undoLoad(site, first.id);
    const second = await load(site, reference, "1,a\n");
    expectSuccess(await site.post(`/data/load:redo?id=${first.id}`));
    const redone = await waitForLoad(site, first.id);
    expect(redone).toMatchObject({ state: "COMPLETED", is_active: false });
    expect(redone.errors[0]).toContain(`added by the load ${second.id}`);
    expect(await count(site, reference)).toBe(1n);
  }),
  rule(KEYS, REFUSED, "a table whose rows violate a key cannot get it", async (site) => {
    const { reference } = await newTable(site, { columns: COLUMNS });
    await load(site, reference, "1,a\n1,b\n");
    const { detail } = expectRefused(await update(site, reference, { key: ["n"] }), 409, "key_violated");
    expect(detail).toContain('"1" is also the key of');
    expect(expectSuccess(await update(site, reference, { key: ["n", "m"] })).key).toEqual(["n", "m"]);
  }),
];
