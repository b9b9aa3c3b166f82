import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  newLoad,
  newProject,
  newTable,
  newView,
  UNKNOWN,
  undoLoad,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ORIGINS = "Clients: Versions and row origins";
const ROW_DIFF =
  "`table:rowDiff` returns the rows that differ between two versions of a table, in any result format, and matches columns by name. `$change` is `ADDED` or `REMOVED`, and `$rows` counts equal rows.";
const KEY =
  "With a key, a row that exists in both versions under the same key but differs appears as `CHANGED_FROM` and `CHANGED_TO`. `key` names the columns and defaults to the table's key; `key=*` compares whole rows.";
const FILTER =
  "With `project_id`, `table:rowDiff` reads only the rows of that project and its rounds. A `from` that is later than `to`, or from before the table existed, results in a 422; a view results in a 409.";

const COLUMNS = [
  { name: "variant", type: "STRING" },
  { name: "tm", type: "FLOAT64" },
];

/** Loads data into a table; returns the load ID and the table version after the load. */
async function more(site: Site, reference: string, content: string, fields: object = {}) {
  const columns = content.startsWith("variant,tm,")
    ? [...COLUMNS, { name: "plate", type: "STRING" }]
    : COLUMNS;
  const tables = { [reference]: { columns, format: "CSV" } };
  const load = await ingestBatch(site, await newLoad(site, { tables, ...fields }), content);
  expect(load.state).toBe("COMPLETED");
  return { id: load.id, version: await versionOf(site, reference) };
}

async function versionOf(site: Site, reference: string): Promise<string> {
  return expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).version_id;
}

async function lines(site: Site, query: string): Promise<string[]> {
  const { regionUrl, name, token } = site.lab;
  site.calls.push({ method: "GET", path: `/v2/workspace/${name}/data/table:rowDiff` });
  const response = await fetch(`${regionUrl}/v2/workspace/${name}/data/table:rowDiff?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  expect([response.status, text.slice(0, 1)]).toEqual([200, expect.stringMatching(/[${]/)]);
  return text.trimEnd().split("\n");
}

export const rowDiffRules: readonly Rule[] = [
  operationRule(
    "diffTableRows",
    ORIGINS,
    ROW_DIFF,
    "added and removed rows are compared as a multiset",
    async (site) => {
      const { id, reference, version_id } = await newTable(site, { columns: COLUMNS });
      const first = await more(site, reference, "variant,tm\nA,1\nA,1\nB,2\n");
      const second = await more(site, reference, "variant,tm,plate\nA,1,\nC,3,p1\n");
      await undoLoad(site, first.id);
      const head = "$change,$rows,variant,tm,plate";
      expect(await lines(site, `id=${id}&from=${first.version}`)).toEqual([
        head,
        "REMOVED,1,A,1.0,",
        "REMOVED,1,B,2.0,",
        "ADDED,1,C,3.0,p1",
      ]);
      expect(await lines(site, `id=${id}&from=${version_id}&to=${first.version}`)).toEqual([
        "$change,$rows,variant,tm",
        "ADDED,2,A,1.0",
        "ADDED,1,B,2.0",
      ]);
      expect(await lines(site, `id=${id}&from=${second.version}&to=${second.version}`)).toEqual([head]);
      const [row] = await lines(site, `id=${id}&from=${first.version}&format=NDJSON`);
      expect(JSON.parse(row ?? "")).toEqual({
        $change: "REMOVED",
        $rows: 1,
        variant: "A",
        tm: 1,
        plate: null,
      });
    },
  ),
  nightlyRule(ORIGINS, KEY, "rows with the same key are changed rows", async (site) => {
    const { id, reference } = await newTable(site, { columns: COLUMNS, key: ["variant"] });
    const first = await more(site, reference, "variant,tm\nA,1\nB,2\n");
    await undoLoad(site, first.id);
    await more(site, reference, "variant,tm\nA,1.5\nB,2\n");
    const query = `id=${id}&from=${first.version}`;
    const changed = ["$change,$rows,variant,tm", "CHANGED_FROM,1,A,1.0", "CHANGED_TO,1,A,1.5"];
    expect(await lines(site, query)).toEqual(changed);
    expect(await lines(site, `${query}&key=Variant`)).toEqual(changed);
    const whole = ["$change,$rows,variant,tm", "REMOVED,1,A,1.0", "ADDED,1,A,1.5"];
    expect(await lines(site, `${query}&key=*`)).toEqual(whole);
    expect(await lines(site, `${query}&key=variant,tm`)).toEqual(whole);
    for (const key of ["other", "variant,VARIANT", Array.from({ length: 17 }, () => "tm").join()])
      expectInvalid(await site.get(`/data/table:rowDiff?${query}&key=${key}`), "query", "key");
  }),
  nightlyRule(
    ORIGINS,
    FILTER,
    "a comparison reads only the project's rows, and needs two versions in order",
    async (site) => {
      const project = await newProject(site);
      const { id, reference, version_id } = await newTable(site, { columns: COLUMNS });
      const before = (await newTable(site, { reference: freshName("later_") })).version_id;
      const own = { context: { kind: "PROJECT", project_id: project.id } };
      await more(site, reference, "variant,tm\nA,1\n", own);
      await more(site, reference, "variant,tm\nB,2\n");
      const query = `id=${id}&from=${version_id}`;
      const head = "$change,$rows,variant,tm";
      expect(await lines(site, query)).toEqual([head, "ADDED,1,A,1.0", "ADDED,1,B,2.0"]);
      expect(await lines(site, `${query}&project_id=${project.id}`)).toEqual([head, "ADDED,1,A,1.0"]);
      const ask = (text: string) => site.get(`/data/table:rowDiff?${text}`);
      expectRefused(await ask(`${query}&project_id=${UNKNOWN}`), 404, "project_not_found");
      expectRefused(await ask(`id=${UNKNOWN}&from=${version_id}`), 404, "table_not_found");
      expectRefused(await ask(`id=${id}&from=${UNKNOWN}`), 404, "version_not_found");
      expectInvalid(
        await ask(`id=${id}&from=${await versionOf(site, reference)}&to=${before}`),
        "query",
        "from",
      );
      const view = await newView(site, `SELECT tm FROM ${reference}`);
      expectRefused(await ask(`id=${view.id}&from=${view.version_id}`), 409, "table_is_view");
    },
  ),
];
