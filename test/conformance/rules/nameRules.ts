import { expect } from "vitest";
import { expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  loadTable,
  newLoad,
  newView,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
} from "../given.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const ORIGINS = "Clients: Versions and row origins";
const NAMES =
  "At a version, SQL reads the table that held a reference then, even if it was renamed or archived later. If no table held the reference at that time, it resolves to the table that holds it today.";
const VIEWS =
  "At a version, a view uses its current query and resolves references in the same way. If another table held one of the names in that query at that version, reading the view results in a 409 with the code `view_outdated`.";

const WARNED =
  "Renaming or archiving a table that active views read: the answer has `warnings` that name the views; a view never silently reads another table that takes the name later (409 with a sentence until the view is updated).";

async function versionOf(site: Site, reference: string): Promise<string> {
  return expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).version_id;
}

interface Released {
  id: string;
  version_id: string;
  warnings: string[];
}

const archive = async (site: Site, reference: string): Promise<Released> =>
  expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
const rename = async (site: Site, reference: string, new_reference: string): Promise<Released> =>
  expectSuccess(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }));

/** Loads a table with this reference and one row. */
async function loadAs(site: Site, reference: string, n: number): Promise<string> {
  const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
  await ingestBatch(site, await newLoad(site, { tables }), `n\n${n}\n`);
  return versionOf(site, reference);
}

const sumAt = async (site: Site, reference: string, version: string): Promise<unknown> =>
  (await rowsOf(site, `SELECT sum(n) FROM ${reference} FOR VERSION AS OF ${version}`))[0]?.[0];

export const nameRules: readonly Rule[] = [
  testedRule(
    "Decisions of 2026-11-26: History of names",
    WARNED,
    "a view whose table gave up its name is named in warnings, and is a 409 until it is updated",
    "test/functions/viewReads.test.ts",
    "renaming and archiving warn about views that read the table, directly or indirectly",
    "reading the view is refused when its table is archived and replaced, even indirectly or in downloads",
    "the view reads the new table once its query is saved again",
  ),
  nightlyRule(
    ORIGINS,
    NAMES,
    "a reference that moved between tables means the table of that time",
    async (site) => {
      const { load, reference } = await loadTable(site, "n\n1\n");
      const first = await versionOf(site, reference);
      const renamed = freshName("renamed_");
      const free = await rename(site, reference, renamed);
      const second = await loadAs(site, reference, 2);
      const gone = await archive(site, reference);
      const third = await loadAs(site, reference, 3);
      for (const [version, sum] of [
        [first, 1n],
        [second, 2n],
        [third, 3n],
      ] as const)
        expect(await sumAt(site, reference, version)).toBe(sum);
      const both = `SELECT (SELECT sum(n) FROM ${reference}), (SELECT sum(n) FROM ${reference} FOR VERSION AS OF ${second})`;
      expect(await rowsOf(site, both)).toEqual([[3n, 2n]]);
      expect(await rowsOf(site, `SELECT sum(n) FROM ${reference}`, { version_id: first })).toEqual([[1n]]);
      // No table had these names at that time: the tables that have them now did not exist yet or had other names.
      for (const { version_id } of [free, gone]) {
        const query = { query: `SELECT n FROM ${reference} FOR VERSION AS OF ${version_id}` };
        expectRefused(await site.post("/data:query", query), 400, "unknown_table");
      }
      expect(await sumAt(site, renamed, first)).toBe(1n);
      expect(load.tables[reference].table_id).not.toBe(gone.id);
    },
  ),
  rule(ORIGINS, NAMES, "an archived table is read at versions where it was active", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n2\n");
    const before = await versionOf(site, reference);
    const { id, version_id } = await archive(site, reference);
    expect(await sumAt(site, reference, before)).toBe(3n);
    for (const at of ["", ` FOR VERSION AS OF ${version_id}`]) {
      const refused = await site.post("/data:query", { query: `SELECT n FROM ${reference}${at}` });
      expectRefused(refused, 400, "unknown_table");
      expect(refused.body.detail).toContain(`The table "${reference}" was archived at `);
    }
    const back = expectSuccess(await site.post(`/data/table:unarchive?id=${id}`));
    expect(await sumAt(site, reference, back.version_id)).toBe(3n);
  }),
  nightlyRule(ORIGINS, NAMES, "a task reads an archived table at an earlier version", async (site) => {
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "n", type: "INT64" },
    ];
    const { reference } = await loadTable(site, "sequence,n\nMKV,1\nMKL,2\n", columns);
    const version_id = await versionOf(site, reference);
    await archive(site, reference);
    const create = (dataset: object) =>
      site.post("/task/analyze.data/v2:create", {
        context: { kind: "PROJECT", project_id: site.lab.projectId },
        parameters: {
          dataset: { kind: "TABLE", table: reference, ...dataset },
          reference: { monomer: "MKV" },
          assays: [{ assay_id: "n", scale_type: "ADDITIVE" }],
        },
      });
    expectRefused(await create({}), 404, "table_not_found");
    expectRefused(await create({ version_id: UNKNOWN }), 404, "version_not_found");
    const { id } = expectSuccess(await create({ version_id }));
    await site.lab.api.finished(id);
    expect(await rowsOf(site, `SELECT sum(n) FROM tasks.task_${id}.dataset`)).toEqual([[3n]]);
  }),
  nightlyRule(ORIGINS, VIEWS, "a view at a version reads the tables of that time", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const view = await newView(site, `SELECT n FROM ${reference}`);
    const first = await versionOf(site, reference);
    await archive(site, reference);
    expect(await sumAt(site, view.reference, first)).toBe(1n);
    const second = await loadAs(site, reference, 2);
    const third = await loadAs(site, reference, 3);
    // Because it was defined on the first table, the view never reads the second one.
    expect(await sumAt(site, view.reference, first)).toBe(1n);
    const query = { query: `SELECT n FROM ${view.reference} FOR VERSION AS OF ${second}` };
    const refused = await site.post("/data:query", query);
    expectRefused(refused, 409, "view_outdated");
    expect(refused.body.detail).toContain(`another table had that name at version ${second}.`);
    // Because it was defined on the second table, it reads the one that had the name before.
    const path = `/data/table:update?reference=${view.reference}`;
    expectSuccess(await site.post(path, { query: `SELECT n FROM ${reference}` }));
    expect(await sumAt(site, view.reference, first)).toBe(1n);
    expect(await sumAt(site, view.reference, third)).toBe(5n);
  }),
  nightlyRule(ORIGINS, VIEWS, "a view at a version does not depend on later renames", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const first = await versionOf(site, reference);
    const view = await newView(site, `SELECT n FROM ${reference} FOR VERSION AS OF ${first}`);
    const { warnings } = expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    expect(warnings).toEqual([]);
    await loadAs(site, reference, 2);
    expect(await rowsOf(site, `SELECT sum(n) FROM ${view.reference}`)).toEqual([[1n]]);
  }),
  rule(ORIGINS, NAMES, "information_schema shows the names at the version", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const first = await versionOf(site, reference);
    const renamed = freshName("renamed_");
    const { version_id } = await rename(site, reference, renamed);
    const listed = (at: string) =>
      rowsOf(
        site,
        `SELECT table_name FROM information_schema.tables FOR VERSION AS OF ${at} WHERE table_name IN ('${reference}', '${renamed}')`,
      );
    expect(await listed(first)).toEqual([[reference]]);
    expect(await listed(version_id)).toEqual([[renamed]]);
  }),
];
