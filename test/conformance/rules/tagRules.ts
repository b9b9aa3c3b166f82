import { expect } from "vitest";
import { otherLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isTime, isUser } from "../expectations.ts";
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
import { nightlyRule, operationRule, type Rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ORIGINS = "Clients: Versions and row origins";
const TAGS =
  "`version:tag` gives a version a name that is unique in the workspace, ignoring case. SQL can read the version by name: `FROM t FOR VERSION AS OF 'name'`.";
const LIMITS =
  "A name that is in use for another version results in a 409 with the code `tag_taken`. Repeating a request changes nothing. A version can have up to 20 tags and lists them in `tags` if it has any.";
const UNTAG =
  "`version:untag` removes a name but keeps the version. An unknown name results in a 404 with the code `tag_not_found`, in SQL as well.";

/** Table that had one row and later two, and the ID of the version with one row. */
async function twoVersions(site: Site): Promise<{ reference: string; first: string; second: string }> {
  const { reference } = await loadTable(site, "n\n1\n");
  const current = async (): Promise<string> =>
    expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).version_id;
  const first = await current();
  const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
  await ingestBatch(site, await newLoad(site, { tables }), "n\n2\n");
  return { reference, first, second: await current() };
}

const tag = (site: Site, version_id: string, name: string) =>
  site.post("/data/version:tag", { version_id, name });

export const tagRules: readonly Rule[] = [
  operationRule("tagVersion", ORIGINS, TAGS, "a query reads a version by its tag", async (site) => {
    const { reference, first } = await twoVersions(site);
    const name = freshName("Paper-2026.");
    const created = expectSuccess(await tag(site, first, name));
    expect(created).toStrictEqual({ name, version_id: first, created_at: isTime, created_by: isUser });
    const count = (of: string) => rowsOf(site, `SELECT count(*) FROM ${of}`);
    expect(await count(`${reference} FOR VERSION AS OF '${name}'`)).toEqual([[1n]]);
    expect(await count(`${reference} FOR VERSION AS OF '${name.toLowerCase()}'`)).toEqual([[1n]]);
    expect(await count(reference)).toEqual([[2n]]);
    const view = await newView(site, `SELECT n FROM ${reference} FOR VERSION AS OF '${name}'`);
    expect(await count(view.reference)).toEqual([[1n]]);
  }),
  operationRule(
    "listVersionTags",
    ORIGINS,
    TAGS,
    "the tags of a workspace are listed by name, in pages",
    async (site) => {
      const { first, second } = await twoVersions(site);
      const names = ["list-a", "list-C", "list-b"];
      for (const [index, name] of names.entries())
        expectSuccess(await tag(site, index === 1 ? second : first, name));
      const seen: string[] = [];
      for (let cursor = ""; ; ) {
        const page = expectSuccess(await site.get(`/data/version:listTags?limit=1&cursor=${cursor}`));
        seen.push(...page.items.map((item: { name: string }) => item.name));
        if (page.cursor === null) break;
        cursor = encodeURIComponent(page.cursor);
      }
      expect(seen.filter((name) => name.startsWith("list-"))).toEqual(["list-a", "list-b", "list-C"]);
      const last = expectSuccess(await site.get("/data/version:listTags?limit=1000&order=DESC")).items;
      expect(last.map(({ name }: { name: string }) => name)).toEqual(seen.toReversed());
    },
  ),
  nightlyRule(
    ORIGINS,
    LIMITS,
    "a version shows its tags, and a name belongs to one version",
    async (site) => {
      const { reference, first, second } = await twoVersions(site);
      const { id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
      const name = freshName("one-");
      const created = expectSuccess(await tag(site, first, name));
      expect(expectSuccess(await tag(site, first, name))).toEqual(created);
      const taken = await tag(site, second, name.toUpperCase());
      expectRefused(taken, 409, "tag_taken");
      expect(taken.body.detail).toContain(first);
      for (let more = 1; more < 20; more += 1) expectSuccess(await tag(site, first, freshName("more-")));
      expectRefused(await tag(site, first, freshName("more-")), 409, "too_many_tags");
      for (const list of [`version:list?table_id=${id}`, `table:listVersions?id=${id}`]) {
        const [shown, other] = expectSuccess(await site.get(`/data/${list}`)).items;
        expect(shown.tags).toHaveLength(20);
        expect(shown.tags[0]).toBe(name);
        expect(other).not.toHaveProperty("tags");
      }
      expectRefused(await tag(site, UNKNOWN, freshName("none-")), 404, "version_not_found");
      for (const bad of ["", "7", "1a", "a b", "ü", "a".repeat(129)])
        expectInvalid(await tag(site, first, bad), "body", "name");
    },
  ),
  operationRule(
    "untagVersion",
    ORIGINS,
    UNTAG,
    "a removed tag can be reused for another version",
    async (site) => {
      const { reference, first, second } = await twoVersions(site);
      const { id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
      const name = freshName("moved-");
      const created = expectSuccess(await tag(site, first, name));
      const query = { query: `SELECT n FROM ${reference} FOR VERSION AS OF '${name}' ORDER BY n` };
      expect(expectSuccess(await site.post("/data/version:untag", { name: name.toUpperCase() }))).toEqual(
        created,
      );
      expectRefused(await site.post("/data/version:untag", { name }), 404, "tag_not_found");
      expectRefused(await site.post("/data:query", query), 404, "tag_not_found");
      const [version] = expectSuccess(await site.get(`/data/version:list?table_id=${id}`)).items;
      expect(version).not.toHaveProperty("tags");
      expectSuccess(await tag(site, second, name));
      expect(await rowsOf(site, query.query)).toEqual([[1n], [2n]]);
      const other = await otherLab();
      const path = `/v2/workspace/${other.name}/data/version:untag`;
      const options = { token: other.token, body: { name } };
      expectRefused(await site.region("POST", path, options), 404, "tag_not_found");
      expect(await rowsOf(site, query.query)).toEqual([[1n], [2n]]);
    },
  ),
];
