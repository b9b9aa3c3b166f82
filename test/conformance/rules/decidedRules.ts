import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, newLoad, newProject, newRound, newTable, ONE_COLUMN } from "../given.ts";
import { type Rule, rule, testedRule } from "../rule.ts";
import { sendBytes } from "../sendBytes.ts";
import type { Site } from "../site.ts";
import { storeArtifactRecord, storeTaskRecord } from "../stored.ts";
import { archivedRule } from "./archivedThings.ts";

const DECIDED = "Decisions of 2026-11-22";
const TEXTS =
  'optional texts in answers | `null` when unset, never `""` (`metadata.description` of a column too)';
const NAME = "project name | non-whitespace characters only, literally: `a b` is 422, with a proposal";
const GET = "`workspace:get` | also at the regional addresses";
const ADD_TABLE = "`load:addTable` | `table_ref` in the body, the query, or both if equal";
const FILTER = "unknown `type` or `state` in a list's filter | an empty page";
const EMPTY = "an empty query parameter | as if it were absent";
const NO_ROWS = "a result without rows | schema and one batch of zero rows";
const BODY = "body that is not UTF-8, or of another charset | 400; a BOM is skipped; gzip is accepted";
const ARCHIVED =
  "things of an archived project | 409 for everything that adds or changes data or tasks, older loads included";
const POLICY = "Content-Security-Policy of reports | `sandbox` without permissions";

/** Lists with a filter value that the server does not know. */
const UNKNOWN_FILTERS = [
  "/task:list?type=analyze.data/v9",
  "/task:list?state=PAUSED",
  "/task:list?type=engineer/v2&state=paused",
  "/data/artifact:list?type=structure/v1",
  "/data/load:list?state=ARCHIVED",
];

function addTable(site: Site, query: string, body: object) {
  return site.post(`/data/load:addTable?${query}`, { config: { columns: ONE_COLUMN }, ...body });
}

export const decidedRules: readonly Rule[] = [
  rule(DECIDED, TEXTS, "omitted and empty texts become null", async (site) => {
    for (const description of ["", null, undefined]) {
      expect((await newProject(site, { description })).description).toBeNull();
      expect((await newRound(site, { description })).description).toBeNull();
      const columns = [{ name: "n", type: "INT64", metadata: { description } }];
      const table = await newTable(site, { description, columns });
      expect([table.description, table.columns[0].metadata.description]).toEqual([null, null]);
      const load = await newLoad(site, { tables: { [freshName("texts_")]: { columns } } });
      const [config] = Object.values<{ columns: object[] }>(load.tables);
      expect(config?.columns).toEqual([{ ...table.columns[0] }]);
    }
  }),
  rule(DECIDED, TEXTS, "an update with empty texts clears them", async (site) => {
    const project = await newProject(site, { description: "d" });
    const cleared = await site.post(`/project:update?id=${project.id}`, { description: "" });
    expect(expectSuccess(cleared).description).toBeNull();
    const task = await storeTaskRecord(site, { description: "d", display_name: "n" });
    const update = await site.post(`/task:update?id=${task.id}`, { description: "", display_name: "" });
    expect(expectSuccess(update)).toMatchObject({ description: null, display_name: null });
  }),
  rule(DECIDED, NAME, "a name with white space is a 422 that proposes one with hyphens", async (site) => {
    for (const name of ["a b", " a \t b ", "a\u00a0b", "a\n\nb"]) {
      const answer = await site.post("/project:create", { name });
      expectInvalid(answer, "body", "name");
      expect(answer.body.detail[0].msg).toContain('"a-b"');
    }
    const { id } = await newProject(site);
    expectInvalid(await site.post(`/project:update?id=${id}`, { name: "a b" }), "body", "name");
    expect(expectSuccess(await site.post(`/project:update?id=${id}`, { name: "a-b" })).name).toBe("a-b");
  }),
  rule(DECIDED, GET, "the regional address and the platform return the same workspace", async (site) => {
    const path = `/v2/workspace:get?name=${site.lab.name}`;
    expect(expectSuccess(await site.region("GET", path))).toEqual(
      expectSuccess(await site.platform("GET", path)),
    );
  }),
  rule(
    DECIDED,
    ADD_TABLE,
    "a table's reference is accepted in the query, the body, or both",
    async (site) => {
      const { id } = await newLoad(site, { tables: {} });
      const [one, two, three] = [freshName("added_"), freshName("added_"), freshName("added_")];
      expectSuccess(await addTable(site, `id=${id}&table_ref=${one}`, {}));
      expectSuccess(await addTable(site, `id=${id}`, { table_ref: two }));
      const load = expectSuccess(await addTable(site, `id=${id}&table_ref=${three}`, { table_ref: three }));
      expect(Object.keys(load.tables).toSorted()).toEqual([one, two, three].toSorted());
    },
  ),
  rule(DECIDED, ADD_TABLE, "contradicting references, and no reference, are a 422", async (site) => {
    const { id } = await newLoad(site);
    expectInvalid(await addTable(site, `id=${id}&table_ref=a`, { table_ref: "b" }), "body", "table_ref");
    expectInvalid(await addTable(site, `id=${id}`, {}), "query", "table_ref");
    expectInvalid(await addTable(site, `id=${id}&table_ref=`, { table_ref: "" }), "query", "table_ref");
  }),
  ...UNKNOWN_FILTERS.map((path) =>
    rule(DECIDED, FILTER, `${path} is an empty page without a cursor`, async (site) => {
      await storeTaskRecord(site);
      await storeArtifactRecord(site);
      await newLoad(site);
      const query = `${path}&limit=1&project_id=${site.lab.projectId}`;
      for (const asked of [path, query]) {
        expect(expectSuccess(await site.get(asked))).toEqual({ items: [], cursor: null });
      }
    }),
  ),
  rule(DECIDED, EMPTY, "empty parameters of a list and of a single task count as absent", async (site) => {
    const { id } = await storeTaskRecord(site);
    const all = expectSuccess(await site.get("/task:list"));
    expect(expectSuccess(await site.get("/task:list?state=&type=&limit="))).toEqual(all);
    expect(expectSuccess(await site.get(`/task:get?id=${id}&unknown=`)).id).toBe(id);
  }),
  testedRule(
    DECIDED,
    NO_ROWS,
    "an empty result has columns and one batch of zero rows",
    "test/functions/query.test.ts",
    "an empty result has its columns and one batch of zero rows",
  ),
  rule(
    DECIDED,
    BODY,
    "other bytes and another charset are a 400, and a UTF-8 byte order mark is skipped",
    async (site) => {
      const text = () => Buffer.from(JSON.stringify({ name: freshName("project-") }));
      expectRefused(await sendBytes(site, Buffer.from('{"name":"\xe9"}', "latin1")), 400, "invalid_utf8");
      const type = { "content-type": "application/json; charset=utf-16" };
      expectRefused(await sendBytes(site, text(), type), 400, "unsupported_charset");
      expectSuccess(await sendBytes(site, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text()])));
    },
  ),
  archivedRule(DECIDED, ARCHIVED, "project"),
  rule(DECIDED, POLICY, "a report is sent with the policy `sandbox` only", async (site) => {
    const html = { content_type: "text/html; charset=utf-8", filename: "report.html", content: "<p>r" };
    const { id } = await storeArtifactRecord(site, { payloads: { html } });
    const { status, headers } = await site.get(`/data/artifact:download?id=${id}&format=html`);
    expect([status, headers.get("content-security-policy")]).toEqual([200, "sandbox"]);
  }),
];
