import { expect } from "vitest";
import type { OperationName } from "#functions/operations.ts";
import type { Answer } from "../../support/http.ts";
import { newLab } from "../../support/lab.ts";
import { expectInvalid, expectSuccess } from "../expectations.ts";
import { freshName, loadTable, newLoad, newProject, newRound, newTable, ONE_COLUMN } from "../given.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeArtifactRecord, storeTaskRecord } from "../stored.ts";

const CONVENTIONS = "Specification: Conventions";
const SHAPE =
  "Every list operation returns `{items: [...], cursor: string|null}`. When `cursor` is null no further pages exist; otherwise passing it as `cursor` retrieves the next page.";
const PARAMETERS =
  "Common list parameters: `limit` (integer, 0 to 1000, default 100), `cursor` (string or null), `order` (enum `ASC`, `DESC`, default `ASC`).";
const NONE = "no items; `cursor` is non-null when there is anything to list";

/** List that a rule filled with three items. */
interface Filled {
  read: (query: string) => Promise<Answer>;
  ids: string[];
}

/** Each list operation, with a filter under which it returns exactly three items. */
const LISTS: Partial<Record<OperationName, (site: Site) => Promise<Filled>>> = {
  listProjects: async (site) => {
    const lab = await newLab();
    const ids = [lab.projectId];
    for (const name of ["gone", "a", "gone-too", "b"]) {
      const { id } = await lab.api.post<{ id: string }>("/project:create", { name });
      // Pages are full in spite of archived projects.
      if (name.startsWith("gone")) await lab.api.post(`/project:archive?id=${id}`, {});
      else ids.push(id);
    }
    const options = { token: lab.token };
    const path = `/v2/workspace/${lab.name}/project:list`;
    return { ids, read: (query) => site.region("GET", `${path}?${query}`, options) };
  },
  listRounds: async (site) => {
    const { id } = await newProject(site);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push((await newRound(site, { project_id: id })).id);
    return { ids, read: (query) => site.get(`/round:list?project_id=${id}&${query}`) };
  },
  listTables: async (site) => {
    const lab = await newLab();
    const ids: string[] = [];
    for (const reference of ["a", "b", "c"]) {
      const body = { reference, columns: [{ name: "n", type: "INT64" }] };
      ids.push((await lab.api.post<{ id: string }>("/data/table:create", body)).id);
    }
    const path = `/v2/workspace/${lab.name}/data/table:list`;
    return { ids, read: (query) => site.region("GET", `${path}?${query}`, { token: lab.token }) };
  },
  listArchivedTables: async (site) => {
    const reference = freshName("again_");
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await newTable(site, { reference })).id);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    }
    return { ids, read: (query) => site.get(`/data/table:listArchived?reference=${reference}&${query}`) };
  },
  listTableVersions: async (site) => {
    const { id, reference, version_id } = await newTable(site);
    const ids = [version_id];
    for (const description of ["a", "b"]) {
      const update = await site.post(`/data/table:update?reference=${reference}`, { description });
      ids.push(expectSuccess(update).version_id);
    }
    return { ids, read: (query) => site.get(`/data/table:listVersions?id=${id}&${query}`) };
  },
  listDataVersions: async (site) => {
    const { id, reference, version_id } = await newTable(site);
    const ids = [version_id];
    for (const verb of ["archive", "create"]) {
      if (verb === "archive")
        expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      else expectSuccess(await site.post(`/data/table:unarchive?id=${id}`));
      ids.push(expectSuccess(await site.get(`/data/table:getById?id=${id}`)).version_id);
    }
    return { ids, read: (query) => site.get(`/data/version:list?table_id=${id}&${query}`) };
  },
  listLoads: async (site) => {
    const { id } = await newProject(site);
    const context = { kind: "PROJECT", project_id: id };
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push((await newLoad(site, { context })).id);
    return { ids, read: (query) => site.post(`/data/load:list?project_id=${id}&${query}`) };
  },
  listTasks: async (site) => {
    const { id: project_id } = await newProject(site);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await storeTaskRecord(site, { context: { kind: "PROJECT", project_id } })).id);
    }
    return { ids: sortIds(ids), read: (query) => site.get(`/task:list?project_id=${project_id}&${query}`) };
  },
  listArtifacts: async (site) => {
    const { id: project_id } = await newProject(site);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await storeArtifactRecord(site, { context: { kind: "PROJECT", project_id } })).id);
    }
    const path = `/data/artifact:list?project_id=${project_id}`;
    return { ids: sortIds(ids), read: (query) => site.get(`${path}&${query}`) };
  },
};

/** Sorts IDs in list order, which for IDs from the same millisecond differs from creation order. */
function sortIds(ids: string[]): string[] {
  return ids.toSorted((a, b) => Number(a) - Number(b));
}

function idsOf(page: { items: { id: string }[] }): string[] {
  return page.items.map(({ id }) => id);
}

const sharedRules = Object.entries(LISTS).flatMap(([name, fill]) => [
  rule(
    CONVENTIONS,
    SHAPE,
    `${name} returns items and a cursor, which is null on the last page`,
    async (site) => {
      const { read, ids } = await fill(site);
      const page = expectSuccess(await read(""));
      expect(Object.keys(page).toSorted()).toEqual(["cursor", "items"]);
      expect(page.cursor).toBeNull();
      expect(idsOf(page)).toEqual(ids);
      expect(expectSuccess(await read("limit=3")).cursor).toBeNull();
    },
  ),
  rule(CONVENTIONS, SHAPE, `${name} continues at the cursor until it is null`, async (site) => {
    const { read, ids } = await fill(site);
    const first = expectSuccess(await read("limit=2"));
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.cursor).toEqual(expect.any(String));
    const second = expectSuccess(await read(`limit=2&cursor=${encodeURIComponent(first.cursor)}`));
    expect(idsOf(second)).toEqual(ids.slice(2));
    expect(second.cursor).toBeNull();
  }),
  rule(CONVENTIONS, PARAMETERS, `${name} lists in both orders, by default oldest first`, async (site) => {
    const { read, ids } = await fill(site);
    expect(idsOf(expectSuccess(await read("order=ASC")))).toEqual(ids);
    expect(idsOf(expectSuccess(await read("order=DESC")))).toEqual(ids.toReversed());
    const first = expectSuccess(await read("order=DESC&limit=1"));
    const rest = expectSuccess(await read(`order=DESC&limit=5&cursor=${encodeURIComponent(first.cursor)}`));
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids.toReversed());
  }),
  rule(CONVENTIONS, PARAMETERS, `${name} accepts a limit from 0 to 1000`, async (site) => {
    const { read } = await fill(site);
    expectSuccess(await read("limit=0"));
    expectSuccess(await read("limit=1000"));
    for (const limit of ["-1", "1001", "1.5", "x", "1e2"]) {
      expectInvalid(await read(`limit=${limit}`), "query", "limit");
    }
  }),
  rule(
    "Decisions: Values",
    NONE,
    `${name} with limit=0 returns no item and a cursor to the first`,
    async (site) => {
      const { read, ids } = await fill(site);
      const none = expectSuccess(await read("limit=0"));
      expect(none.items).toEqual([]);
      expect(idsOf(expectSuccess(await read(`limit=1&cursor=${encodeURIComponent(none.cursor)}`)))).toEqual(
        ids.slice(0, 1),
      );
    },
  ),
  rule(CONVENTIONS, PARAMETERS, `${name} refuses another order and an invalid cursor`, async (site) => {
    const { read } = await fill(site);
    for (const order of ["asc", "UP"]) expectInvalid(await read(`order=${order}`), "query", "order");
    for (const cursor of ["x", "e30", "!!"]) expectInvalid(await read(`cursor=${cursor}`), "query", "cursor");
  }),
]);

export const listRules: readonly Rule[] = [
  ...sharedRules,
  nightlyRule(
    CONVENTIONS,
    PARAMETERS,
    "a list returns 100 items by default, and up to 1000",
    async (site) => {
      const { id } = await newProject(site);
      for (let made = 0; made < 101; made += 1) await newRound(site, { project_id: id });
      const path = `/round:list?project_id=${id}`;
      const first = expectSuccess(await site.get(path));
      expect(first.items).toHaveLength(100);
      expect(first.cursor).not.toBeNull();
      expect(expectSuccess(await site.get(`${path}&limit=1000`)).items).toHaveLength(101);
    },
  ),
  rule("Decisions: Values", NONE, "limit=0 of an empty list has no cursor", async (site) => {
    const { id } = await newProject(site);
    expect(expectSuccess(await site.get(`/round:list?project_id=${id}&limit=0`))).toEqual({
      items: [],
      cursor: null,
    });
  }),
  rule(CONVENTIONS, SHAPE, "a cursor of another list, filter or order is refused", async (site) => {
    const { id } = await newProject(site);
    await newRound(site, { project_id: id });
    const { cursor } = expectSuccess(await site.get(`/round:list?project_id=${id}&limit=0`));
    for (const path of [
      "/project:list?",
      "/round:list?",
      `/round:list?project_id=${site.lab.projectId}&`,
      `/round:list?project_id=${id}&include_archived=true&`,
      `/round:list?project_id=${id}&order=DESC&`,
    ]) {
      expectInvalid(await site.get(`${path}cursor=${cursor}`), "query", "cursor");
    }
  }),
  rule(CONVENTIONS, SHAPE, "a cursor of another workspace is refused", async (site) => {
    const other = await newLab();
    await other.api.post("/round:create", { project_id: other.projectId, name: "r" });
    await other.api.post("/data/table:create", { reference: "t", columns: ONE_COLUMN });
    const context = { kind: "PROJECT", project_id: other.projectId };
    await other.api.post("/data/load:create", { context });
    for (const list of [
      "/project:list",
      "/round:list",
      "/data/table:list",
      "/data/load:list",
      "/data/version:list",
    ]) {
      const { cursor } = await other.api.get<{ cursor: string }>(`${list}?limit=0`);
      expectInvalid(await site.get(`${list}?cursor=${cursor}`), "query", "cursor");
    }
  }),
  rule(CONVENTIONS, SHAPE, "an item created between two pages is neither lost nor repeated", async (site) => {
    const { id } = await newProject(site);
    const first = await newRound(site, { project_id: id });
    const second = await newRound(site, { project_id: id });
    const path = `/round:list?project_id=${id}&limit=1`;
    const one = expectSuccess(await site.get(path));
    const third = await newRound(site, { project_id: id });
    const rest = expectSuccess(await site.get(`/round:list?project_id=${id}&cursor=${one.cursor}`));
    expect([...idsOf(one), ...idsOf(rest)]).toEqual([first.id, second.id, third.id]);
  }),
  nightlyRule(
    "Decisions: Values",
    "take `limit`, `cursor`, `order` like every list",
    "the list of workspace records has pages, in both orders",
    async (site) => {
      const { id } = expectSuccess(
        await site.platform("GET", `/v2/workspace:getRecord?name=${site.lab.name}`),
      );
      for (const order of ["ASC", "DESC"]) {
        const seen: string[] = [];
        let cursor: string | null = "";
        while (cursor !== null) {
          const path = `/v2/workspace:listRecords?limit=2&order=${order}&cursor=${cursor}`;
          const page = expectSuccess(await site.platform("GET", path, { token: site.staff }));
          seen.push(...idsOf(page));
          cursor = page.cursor;
        }
        expect(seen).toContain(id);
        const sorted = seen.toSorted((a, b) => Number(a) - Number(b));
        expect(seen).toEqual(order === "ASC" ? sorted : sorted.toReversed());
        expect(new Set(seen).size).toBe(seen.length);
      }
    },
  ),
  rule(
    "Decisions: Paths",
    "`:get?id` `:list` (the spec's `POST :list` and `GET` both work)",
    "loads can be listed by GET and POST",
    async (site) => {
      const { id } = await newProject(site);
      const { load } = await loadTable(site);
      const query = `/data/load:list?project_id=${id}`;
      expect(expectSuccess(await site.get(query))).toEqual(expectSuccess(await site.post(query)));
      expect(idsOf(expectSuccess(await site.get("/data/load:list?limit=1000&order=DESC")))).toContain(
        load.id,
      );
    },
  ),
];
