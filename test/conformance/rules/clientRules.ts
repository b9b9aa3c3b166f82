import { expect } from "vitest";
import { ageMembershipStatus } from "../../support/ageMembershipStatus.ts";
import { directoryOf } from "../../support/directory.ts";
import { IMAGE_BEGINNINGS } from "../../support/imageBeginnings.ts";
import { memberToken, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  newLoad,
  newProject,
  newTable,
  newView,
  ONE_COLUMN,
  upload,
} from "../given.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { scopeOf, storeTaskTable } from "../stored.ts";
import { archivedRule } from "./archivedThings.ts";

const TABLES = "Clients: Loads and tables";
const TEXTS = "Clients: Names and strings";
const USERS = "Clients: Users and overview";

const ADD_TABLE =
  "`load:addTable` accepts `table_ref` in the query, in the body, or in both. Two different values result in a 422.";
const STATE = "`load:list` accepts `state` as a filter.";
const NOT_NULLABLE =
  "A load cannot add a non-nullable column to an existing table. The attempt results in a 422 as soon as it is detected: at `load:create`, `load:addTable` or `load:finalize`.";
const VIEW =
  "The column names of a view follow the rule for column names and are unique, ignoring case. A query that returns other names results in a 422.";
const OF_TASK =
  "Users cannot rename, update or archive a table created by a task: 409 with the code `table_of_task`.";
const ARCHIVED =
  "In an archived project or round, uploads, `load:addTable`, `load:finalize`, `task:recover` and `task:update` result in a 409 with the code `project_archived` or `round_archived`. You can still undo and redo loads.";
const EMPTY =
  "In requests, an empty optional string means `null`. Responses contain `null`, never an empty string.";
const PROPOSAL =
  "A project name with white space results in a 422. The message suggests the name with hyphens.";
const USER_NAME =
  "A user's name can be any string of 0 to 200 characters. An empty name or `null` restores the name from the identity provider.";
const PICTURE =
  "The picture URL of a deleted user stops working. If the identity provider does not send events, this takes up to 20 seconds.";
const CANCELLED = "The overview does not count cancelled tasks; `task:list?state=CANCELLED` lists them.";

const WITH_EXTRA = [...ONE_COLUMN, { name: "extra", type: "INT64", nullable: false }];

async function loadsIn(site: Site, query: string): Promise<string[]> {
  const { items } = expectSuccess(await site.get(`/data/load:list?${query}`));
  return items.map(({ id }: { id: string }) => id);
}

/** Uploads a picture and returns the path of its URL. */
async function sendPicture(site: Site, token: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(IMAGE_BEGINNINGS["image/png"] ?? [])], "a.png"));
  const answer = await site.platform("POST", "/users/me/picture", { token, body: form });
  const { pathname, search } = new URL(expectSuccess(answer).picture);
  return pathname + search;
}

export const clientRules: readonly Rule[] = [
  nightlyRule(TABLES, ADD_TABLE, "rows are loaded into tables added in either way", async (site) => {
    const load = await newLoad(site, { tables: {} });
    const reference = freshName("added_");
    const body = { table_ref: reference, config: { columns: ONE_COLUMN } };
    const added = expectSuccess(await site.post(`/data/load:addTable?id=${load.id}`, body));
    expect((await ingestBatch(site, added, "n\n1\n")).state).toBe("COMPLETED");
    const other = { ...body, table_ref: reference.toUpperCase() };
    const path = `/data/load:addTable?id=${(await newLoad(site)).id}&table_ref=${reference}`;
    expectInvalid(await site.post(path, other), "body", "table_ref");
  }),
  nightlyRule(
    TABLES,
    STATE,
    "loads are filtered by state, alone and within a project, on full pages",
    async (site) => {
      const { id: project_id } = await newProject(site);
      const context = { kind: "PROJECT", project_id };
      const pending: string[] = [];
      for (const _ of [1, 2, 3]) {
        pending.push((await newLoad(site, { context })).id);
        await ingestBatch(site, await newLoad(site, { context }), "n\n1\n");
      }
      const query = `state=PENDING&project_id=${project_id}`;
      expect(await loadsIn(site, query)).toEqual(pending);
      const { items, cursor } = expectSuccess(await site.get(`/data/load:list?${query}&limit=2`));
      expect(items).toHaveLength(2);
      expect(await loadsIn(site, `${query}&cursor=${encodeURIComponent(cursor)}`)).toEqual(pending.slice(2));
      const completed = await loadsIn(site, `state=COMPLETED&project_id=${project_id}`);
      expect(completed).toHaveLength(3);
      const all = await loadsIn(site, "state=COMPLETED&limit=1000");
      expect(all).toEqual(expect.arrayContaining(completed));
      expect(all).not.toEqual(expect.arrayContaining([pending[0]]));
    },
  ),
  rule(
    TABLES,
    NOT_NULLABLE,
    "a load with such a column can be neither created nor extended",
    async (site) => {
      const { reference } = await newTable(site);
      const config = { columns: WITH_EXTRA };
      const creation = await site.post("/data/load:create", {
        context: { kind: "PROJECT", project_id: site.lab.projectId },
        tables: { [reference]: config },
      });
      expectInvalid(creation, "body", "tables", reference, "columns", 1, "nullable");
      const { id } = await newLoad(site);
      const path = `/data/load:addTable?id=${id}&table_ref=${reference}`;
      expectInvalid(await site.post(path, { config }), "body", "config", "columns", 1, "nullable");
      const nullable = { columns: WITH_EXTRA.map((column) => ({ ...column, nullable: true })) };
      expectSuccess(await site.post(path, { config: nullable }));
    },
  ),
  rule(
    TABLES,
    NOT_NULLABLE,
    "if the table is created after the load, finalize is a 422 and nothing is loaded",
    async (site) => {
      const reference = freshName("later_");
      const load = await newLoad(site, { tables: { [reference]: { columns: WITH_EXTRA } } });
      expectSuccess(await upload(site, load.id, "n,extra\n1,2\n", { table_reference: reference }));
      await newTable(site, { reference });
      const answer = await site.post(`/data/load:finalize?id=${load.id}`);
      expectInvalid(answer, "query", "id");
      expect(answer.body.detail[0].msg).toContain('"extra"');
      expect(expectSuccess(await site.get(`/data/load:get?id=${load.id}`)).state).toBe("PENDING");
    },
  ),
  ...Object.entries({
    "two names that differ by case": "SELECT n AS x, n AS X FROM t",
    "a space in a name": 'SELECT n AS "a b" FROM t',
    "a digit first": 'SELECT n AS "1x" FROM t',
    "a name of 129 characters": `SELECT n AS ${"x".repeat(129)} FROM t`,
    "a letter beyond ASCII": 'SELECT n AS "température" FROM t',
  }).map(([what, query]) =>
    rule(TABLES, VIEW, `a view with ${what} is a 422 at creation and update`, async (site) => {
      const { reference } = await newTable(site);
      const own = query.replace(" t", ` ${reference}`);
      const creation = { kind: "VIEW", reference: freshName("view_"), query: own };
      expectInvalid(await site.post("/data/table:create", creation), "body", "query");
      const view = await newView(site, `SELECT n FROM ${reference}`);
      const update = `/data/table:update?reference=${view.reference}`;
      expectInvalid(await site.post(update, { query: own }), "body", "query");
      expectSuccess(await site.post(update, { query: `SELECT n AS _col0, n AS y FROM ${reference}` }));
    }),
  ),
  rule(TABLES, OF_TASK, "a task's table is readable and cannot be changed", async (site) => {
    const table = await storeTaskTable(site);
    const of = (verb: string) => `/data/table:${verb}?reference=${table.reference}`;
    for (const answer of [
      await site.post(of("rename"), { new_reference: freshName("kept_") }),
      await site.post(of("update"), { description: "changed" }),
      await site.post(of("archive"), {}),
    ]) {
      expect(expectRefused(answer, 409, "table_of_task").detail).toContain(table.reference);
    }
    const after = expectSuccess(await site.get(of("get")));
    expect(after).toMatchObject({ description: null, version_id: table.version_id, archived_at: null });
  }),
  archivedRule(TABLES, ARCHIVED, "round"),
  rule(TEXTS, EMPTY, "an empty description of an uploaded file is null", async (site) => {
    const load = await newLoad(site);
    const file = expectSuccess(
      await upload(site, load.id, "n\n1\n", { description: "", source_file_id: "" }),
    );
    expect(file).toMatchObject({ description: null, source_file_id: null, table_reference: null });
    expect(expectSuccess(await site.get(`/data/load:get?id=${load.id}`)).files).toEqual([file]);
  }),
  rule(TEXTS, EMPTY, "an inferred column of a view has a description of null", async (site) => {
    const view = await newView(site, "SELECT 1 AS x");
    expect(view.columns[0].metadata).toEqual({ description: null, deprecated: false });
  }),
  rule(TEXTS, PROPOSAL, "a name of white space gets no proposal", async (site) => {
    const [blank, spaced] = [
      await site.post("/project:create", { name: " \t" }),
      await site.post("/project:create", { name: "heat  stability" }),
    ];
    expectInvalid(blank, "body", "name");
    expect(blank.body.detail[0].msg).not.toContain("example");
    expect(spaced.body.detail[0].msg).toContain('"heat-stability"');
  }),
  rule(
    USERS,
    USER_NAME,
    "white space, one character and 200 characters are names; an empty one restores the provider's",
    async (site) => {
      const email = `${uniqueName("u")}@example.org`;
      const token = await memberToken(site.addresses, null, email);
      const rename = (name: string | null) => site.platform("PATCH", "/users/me", { token, body: { name } });
      for (const name of [" ", "x", "a b\tc", "ü".repeat(200)]) {
        expect(expectSuccess(await rename(name)).name).toBe(name);
      }
      for (const none of ["", null]) {
        expectSuccess(await rename("chosen"));
        expect(expectSuccess(await rename(none)).name).toBe(email);
      }
    },
  ),
  rule(USERS, PICTURE, "the picture of a user deleted at the provider is not found", async (site) => {
    const email = `${uniqueName("u")}@example.org`;
    const token = await memberToken(site.addresses, null, email);
    const path = await sendPicture(site, token);
    const show = () => site.platform("GET", path, { token: null });
    const id = await directoryOf(site.addresses).user(email);
    const { settings } = await scopeOf(site);
    await ageMembershipStatus(settings, id, null, 21);
    expect((await show()).status).toBe(200);
    const other = `${uniqueName("u")}@example.org`;
    const leaving = await sendPicture(site, await memberToken(site.addresses, null, other));
    const leaverId = await directoryOf(site.addresses).user(other);
    await directoryOf(site.addresses).deleteUser(leaverId);
    await ageMembershipStatus(settings, leaverId, null, 21);
    for (const _ of ["found out", "gone"]) {
      expectRefused(await site.platform("GET", leaving, { token: null }), 404, "picture_not_found");
    }
  }),
  testedRule(
    USERS,
    CANCELLED,
    "a cancelled task is listed but not counted",
    "test/functions/overview.sampled.test.ts",
    "tasks are counted by state except cancelled ones, with the oldest pending one",
  ),
];
