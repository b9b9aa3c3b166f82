import { expect } from "vitest";
import {
  expectInvalid,
  expectRefused,
  expectSuccess,
  isTime,
  isUser,
  storedFields,
} from "../expectations.ts";
import { newLoad, newProject, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const RESOURCE = "Specification: Round";
const OPERATIONS = "Specification: Operations of rounds";
const ARCHIVE = "Specification: Archive status";
const FIELDS =
  "Fields: `archived_at`, `archived_by`, `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `project_id`, `name`, `description` (nullable).";
const PAYLOAD =
  "Create and update payload: `project_id` required (string int64; the owning project); `name` required (string, 1 to 64 characters); `description` string or null.";
const LIST =
  "list rounds | `project_id` string or null (only rounds of this project; otherwise the whole workspace); `include_archived` boolean default false (also includes rounds in archived projects); `limit`; `cursor`; `order` | none | page of rounds";

async function ids(site: Site, query: string): Promise<string[]> {
  const page = expectSuccess(await site.get(`/round:list?limit=1000${query}`));
  return page.items.map(({ id }: { id: string }) => id);
}

export const roundRules: readonly Rule[] = [
  rule(RESOURCE, FIELDS, "a round has exactly the documented fields", async (site) => {
    expect(await newRound(site, { name: "fields" })).toStrictEqual({
      ...storedFields,
      project_id: site.lab.projectId,
      name: "fields",
      description: null,
    });
  }),
  rule(RESOURCE, PAYLOAD, "a round's name may have 1 and 64 characters", async (site) => {
    expect((await newRound(site, { name: "x" })).name).toBe("x");
    expect((await newRound(site, { name: "é".repeat(64) })).name).toHaveLength(64);
  }),
  rule(RESOURCE, PAYLOAD, "a round's name of 0 and of 65 characters is refused", async (site) => {
    const project_id = site.lab.projectId;
    expectInvalid(await site.post("/round:create", { project_id, name: "" }), "body", "name");
    expectInvalid(await site.post("/round:create", { project_id, name: "x".repeat(65) }), "body", "name");
  }),
  rule(RESOURCE, PAYLOAD, "a round without its project is refused", async (site) => {
    expectInvalid(await site.post("/round:create", { name: "r" }), "body", "project_id");
    expectInvalid(await site.post("/round:create", { name: "r", project_id: null }), "body", "project_id");
  }),
  rule(RESOURCE, PAYLOAD, "a round without a name is refused at creation and at update", async (site) => {
    const { id, project_id } = await newRound(site);
    expectInvalid(await site.post("/round:create", { project_id }), "body", "name");
    expectInvalid(await site.post(`/round:update?id=${id}`, { project_id }), "body", "name");
  }),
  rule(RESOURCE, PAYLOAD, "an update of a round without its project is refused", async (site) => {
    const { id } = await newRound(site);
    expectInvalid(await site.post(`/round:update?id=${id}`, { name: "r" }), "body", "project_id");
  }),
  rule(RESOURCE, PAYLOAD, "an update cannot give a round a name of 65 characters", async (site) => {
    const { id, project_id } = await newRound(site);
    const name = "x".repeat(65);
    expectInvalid(await site.post(`/round:update?id=${id}`, { project_id, name }), "body", "name");
  }),
  rule(RESOURCE, PAYLOAD, "a round's description may be text or null", async (site) => {
    expect((await newRound(site, { description: "d" })).description).toBe("d");
    expect((await newRound(site, { description: null })).description).toBeNull();
    const body = { project_id: site.lab.projectId, name: "r", description: [] };
    expectInvalid(await site.post("/round:create", body), "body", "description");
  }),
  rule(RESOURCE, PAYLOAD, "a round of an unknown project gets a 404", async (site) => {
    expectRefused(
      await site.post("/round:create", { project_id: UNKNOWN, name: "r" }),
      404,
      "project_not_found",
    );
  }),
  rule(
    "Specification: What the service does",
    "Rounds are usually sequential but may run in parallel.",
    "a project may have two active rounds",
    async (site) => {
      const { id } = await newProject(site);
      const made = [await newRound(site, { project_id: id }), await newRound(site, { project_id: id })];
      expect(await ids(site, `&project_id=${id}`)).toEqual(made.map((round) => round.id));
    },
  ),
  operationRule(
    "listRounds",
    OPERATIONS,
    LIST,
    "rounds are listed for one project, or for the whole workspace",
    async (site) => {
      const { id } = await newProject(site);
      const own = await newRound(site, { project_id: id });
      const other = await newRound(site);
      expect(await ids(site, `&project_id=${id}`)).toEqual([own.id]);
      expect(await ids(site, "&order=DESC")).toEqual(expect.arrayContaining([own.id, other.id]));
    },
  ),
  rule(OPERATIONS, LIST, "archived rounds are listed only with include_archived=true", async (site) => {
    const { id } = await newProject(site);
    const round = await newRound(site, { project_id: id });
    expectSuccess(await site.post(`/round:archive?id=${round.id}`));
    expect(await ids(site, `&project_id=${id}`)).toEqual([]);
    expect(await ids(site, `&project_id=${id}&include_archived=true`)).toEqual([round.id]);
  }),
  rule(
    OPERATIONS,
    LIST,
    "rounds in archived projects are listed only with include_archived=true",
    async (site) => {
      const { id } = await newProject(site);
      const round = await newRound(site, { project_id: id });
      expectSuccess(await site.post(`/project:archive?id=${id}`));
      expect(await ids(site, "&order=DESC")).not.toContain(round.id);
      expect(await ids(site, `&project_id=${id}`)).toEqual([]);
      expect(await ids(site, "&order=DESC&include_archived=true")).toContain(round.id);
      expect(await ids(site, `&project_id=${id}&include_archived=true`)).toEqual([round.id]);
    },
  ),
  rule(
    OPERATIONS,
    LIST,
    "rounds of an unknown project are a 404, and of an invalid id a 422",
    async (site) => {
      expectRefused(await site.get(`/round:list?project_id=${UNKNOWN}`), 404, "project_not_found");
      expectInvalid(await site.get("/round:list?project_id=x"), "query", "project_id");
    },
  ),
  operationRule(
    "createRound",
    OPERATIONS,
    "create round | | round payload | round",
    "a created round equals the one that is read",
    async (site) => {
      const round = await newRound(site);
      expect(expectSuccess(await site.get(`/round:get?id=${round.id}`))).toEqual(round);
    },
  ),
  operationRule(
    "getRound",
    OPERATIONS,
    "get round | `id` | none | round",
    "a round is read by id, and an unknown id is a 404",
    async (site) => {
      const { id, name } = await newRound(site);
      expect(expectSuccess(await site.get(`/round:get?id=${id}`)).name).toBe(name);
      expectRefused(await site.get(`/round:get?id=${UNKNOWN}`), 404, "round_not_found");
    },
  ),
  operationRule(
    "updateRound",
    OPERATIONS,
    "update round (name and description) | `id` | round payload | round",
    "a round's name and description can be changed",
    async (site) => {
      const { id, project_id } = await newRound(site);
      // The round's own project may be named.
      const fields = { project_id, name: "new", description: "d" };
      expectSuccess(await site.post(`/round:update?id=${id}`, fields));
      expect(expectSuccess(await site.get(`/round:get?id=${id}`))).toMatchObject(fields);
      expectRefused(await site.post(`/round:update?id=${UNKNOWN}`, fields), 404, "round_not_found");
    },
  ),
  rule(
    OPERATIONS,
    "update round (name and description) | `id` | round payload | round",
    "a round cannot be moved to another project",
    async (site) => {
      const other = await newProject(site);
      const { id } = await newRound(site);
      const body = { project_id: other.id, name: "r" };
      expectRefused(await site.post(`/round:update?id=${id}`, body), 409, "round_project_fixed");
    },
  ),
  rule(
    "Decisions: Values",
    "a field left out is unchanged; `null` clears a nullable field and leaves the others unchanged",
    "a round's description stays when omitted, and null clears it",
    async (site) => {
      const { id, project_id } = await newRound(site, { description: "d" });
      const update = async (fields: object) =>
        expectSuccess(await site.post(`/round:update?id=${id}`, { project_id, name: "r", ...fields }));
      expect((await update({})).description).toBe("d");
      expect((await update({ description: null })).description).toBeNull();
    },
  ),
  operationRule(
    "archiveRound",
    OPERATIONS,
    "archive round | `id` | none | round",
    "an archived round shows when and by whom it was archived",
    async (site) => {
      const { id } = await newRound(site);
      expect(expectSuccess(await site.post(`/round:archive?id=${id}`))).toMatchObject({
        archived_at: isTime,
        archived_by: isUser,
      });
      expectRefused(await site.post(`/round:archive?id=${id}`), 409, "round_archived");
      expectRefused(await site.post(`/round:archive?id=${UNKNOWN}`), 404, "round_not_found");
    },
  ),
  operationRule(
    "unarchiveRound",
    OPERATIONS,
    "unarchive round | `id` | none | round; HTTP 422 if not archived",
    "an unarchived round accepts loads again",
    async (site) => {
      const { id } = await newRound(site);
      expectSuccess(await site.post(`/round:archive?id=${id}`));
      expect(expectSuccess(await site.post(`/round:unarchive?id=${id}`))).toMatchObject({
        archived_at: null,
        archived_by: null,
      });
      await newLoad(site, { context: { kind: "ROUND", round_id: id } });
    },
  ),
  rule(
    ARCHIVE,
    "archived project or round | unarchive | must be archived, else HTTP 422 | active |",
    "unarchiving a round that is not archived is a 422",
    async (site) => {
      const { id } = await newRound(site);
      expectInvalid(await site.post(`/round:unarchive?id=${id}`), "query", "id");
    },
  ),
  rule(
    ARCHIVE,
    "data stays available; no new tasks, data loads and similar can be created in it",
    "an archived round accepts no new load, and keeps its loads",
    async (site) => {
      const { id } = await newRound(site);
      const context = { kind: "ROUND", round_id: id };
      const load = await newLoad(site, { context });
      expectSuccess(await site.post(`/round:archive?id=${id}`));
      expectRefused(await site.post("/data/load:create", { context }), 409, "round_archived");
      const { items } = expectSuccess(await site.post(`/data/load:list?round_id=${id}`));
      expect(items).toMatchObject([{ id: load.id }]);
    },
  ),
];
