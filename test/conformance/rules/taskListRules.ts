import { expect } from "vitest";
import type { Context } from "#shared/domain/context.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { otherLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { newProject, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeTaskRecord } from "../stored.ts";

const OPERATIONS = "Specification: Operations of tasks";
const LIST =
  "list tasks | `type` string or null; `state` string or null; `project_id` string or null; `round_id` string or null; `include_archived` boolean default false; `limit`; `cursor`; `order` | none | page of tasks";
const NEITHER =
  "with neither `project_id` nor `round_id`, all tasks of the workspace are listed; with `project_id`, those of the project; with `round_id`, those of the round.";
const ONLY_ONE = "Only one of `project_id` and `round_id` may be given.";
const INCLUDES =
  "The list filter `project_id` includes the project's rounds and excludes the workspace context.";
const TYPES = ["analyze.data/v1", "analyze.data/v2", "train/v2", "diversify/v2", "engineer/v2"] as const;
const STATES = ["INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"] as const;

async function idsIn(site: Site, query: string): Promise<string[]> {
  const page = expectSuccess(await site.get(`/task:list?limit=1000&${query}`));
  return page.items.map(({ id }: { id: string }) => id);
}

/** New projects and rounds, with a task in each context. */
async function spread(site: Site) {
  const [a, b] = [await newProject(site), await newProject(site)];
  const round = await newRound(site, { project_id: a.id });
  const sister = await newRound(site, { project_id: a.id });
  const of = async (context: Context) => (await storeTaskRecord(site, { context })).id;
  const ofRound = (round_id: string): Context => ({ kind: "ROUND", round_id, project_id: a.id });
  return {
    a: a.id as string,
    b: b.id as string,
    round: round.id as string,
    tasks: {
      workspace: await of({ kind: "WORKSPACE" }),
      ofA: await of({ kind: "PROJECT", project_id: a.id }),
      ofRound: await of(ofRound(round.id)),
      ofSister: await of(ofRound(sister.id)),
      ofB: await of({ kind: "PROJECT", project_id: b.id }),
    },
  };
}

/** Stores tasks in one project; all have distinct values except the last, which repeats the first. */
async function storeVariedTasks(site: Site, all: readonly Partial<TaskRecord>[]) {
  const { id: project_id } = await newProject(site);
  const tasks: TaskRecord[] = [];
  for (const fields of [...all, all[0]]) {
    tasks.push(await storeTaskRecord(site, { ...fields, context: { kind: "PROJECT", project_id } }));
  }
  return { project: project_id as string, tasks };
}

export const taskListRules: readonly Rule[] = [
  operationRule("listTasks", OPERATIONS, LIST, "a listed task equals the one that is read", async (site) => {
    const { id } = await storeTaskRecord(site, { state: "COMPLETED", result: { a: 1 } });
    const page = expectSuccess(await site.get("/task:list?order=DESC&limit=1000"));
    const listed = page.items.find((task: { id: string }) => task.id === id);
    expect(listed).toEqual(expectSuccess(await site.get(`/task:get?id=${id}`)));
  }),
  rule(OPERATIONS, LIST, "type filters tasks by type", async (site) => {
    const { project, tasks } = await storeVariedTasks(
      site,
      TYPES.map((type) => ({ type })),
    );
    for (const type of TYPES) {
      const wanted = tasks.filter((task) => task.type === type).map(({ id }) => id);
      const listed = await idsIn(site, `project_id=${project}&type=${encodeURIComponent(type)}`);
      expect(listed.toSorted()).toEqual(wanted.toSorted());
    }
  }),
  rule(OPERATIONS, LIST, "state filters tasks by state", async (site) => {
    const { project, tasks } = await storeVariedTasks(
      site,
      STATES.map((state) => ({ state })),
    );
    for (const state of STATES) {
      const wanted = tasks.filter((task) => task.state === state).map(({ id }) => id);
      const listed = await idsIn(site, `project_id=${project}&state=${state}`);
      expect(listed.toSorted()).toEqual(wanted.toSorted());
    }
  }),
  rule(OPERATIONS, LIST, "type and state together filter by both", async (site) => {
    const { project, tasks } = await storeVariedTasks(site, [
      { type: "train/v2", state: "FAILED" },
      { type: "train/v2", state: "COMPLETED" },
      { type: "engineer/v2", state: "FAILED" },
    ]);
    const listed = await idsIn(site, `project_id=${project}&type=train/v2&state=FAILED`);
    expect(listed.toSorted()).toEqual([tasks[0]?.id, tasks[3]?.id].toSorted());
  }),
  rule(OPERATIONS, LIST, "a page is full even if few tasks match the filter", async (site) => {
    const { id: project_id } = await newProject(site);
    const context = { kind: "PROJECT" as const, project_id };
    const wanted: string[] = [];
    for (let made = 0; made < 24; made += 1) {
      const { id } = await storeTaskRecord(site, { context, state: made % 8 === 7 ? "FAILED" : "COMPLETED" });
      if (made % 8 === 7) wanted.push(id);
    }
    const path = `/task:list?project_id=${project_id}&state=FAILED&limit=2`;
    const first = expectSuccess(await site.get(path));
    expect(first.items).toHaveLength(2);
    const rest = expectSuccess(await site.get(`${path}&cursor=${encodeURIComponent(first.cursor)}`));
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual(wanted.toSorted());
    expect(rest.cursor).toBeNull();
  }),
  rule(OPERATIONS, LIST, "a filter other than true and false is a 422", async (site) => {
    expectInvalid(await site.get("/task:list?include_archived=perhaps"), "query", "include_archived");
  }),
  rule(OPERATIONS, LIST, "a cursor is valid only for its type, state and archive filter", async (site) => {
    const { project } = await storeVariedTasks(site, [{ type: "train/v2" }]);
    const path = `/task:list?project_id=${project}&type=train/v2`;
    const { cursor } = expectSuccess(await site.get(`${path}&limit=1`));
    expectSuccess(await site.get(`${path}&cursor=${encodeURIComponent(cursor)}`));
    for (const other of [
      `/task:list?project_id=${project}&type=engineer/v2`,
      `/task:list?project_id=${project}`,
      `${path}&state=INIT`,
      `${path}&include_archived=true`,
      "/task:list?type=train/v2",
    ]) {
      expectInvalid(await site.get(`${other}&cursor=${encodeURIComponent(cursor)}`), "query", "cursor");
    }
  }),
  rule(OPERATIONS, NEITHER, "without a filter, the tasks of every context are listed", async (site) => {
    const { tasks } = await spread(site);
    expect(await idsIn(site, "order=DESC")).toEqual(expect.arrayContaining(Object.values(tasks)));
  }),
  rule(OPERATIONS, NEITHER, "project_id lists only tasks of that project", async (site) => {
    const { a, b, tasks } = await spread(site);
    const ofA = [tasks.ofA, tasks.ofRound, tasks.ofSister];
    expect((await idsIn(site, `project_id=${a}`)).toSorted()).toEqual(ofA.toSorted());
    expect(await idsIn(site, `project_id=${b}`)).toEqual([tasks.ofB]);
  }),
  rule(
    "Decisions: More detail",
    INCLUDES,
    "a project's list includes its rounds' tasks, but not the workspace's",
    async (site) => {
      const { a, tasks } = await spread(site);
      const listed = await idsIn(site, `project_id=${a}`);
      expect(listed).toEqual(expect.arrayContaining([tasks.ofRound, tasks.ofSister]));
      expect(listed).not.toContain(tasks.workspace);
    },
  ),
  rule(OPERATIONS, NEITHER, "round_id lists only tasks of that round", async (site) => {
    const { round, tasks } = await spread(site);
    expect(await idsIn(site, `round_id=${round}`)).toEqual([tasks.ofRound]);
  }),
  rule(
    OPERATIONS,
    ONLY_ONE,
    "project_id and round_id together are a 422, even if they agree",
    async (site) => {
      const { a, round } = await spread(site);
      expectInvalid(await site.get(`/task:list?project_id=${a}&round_id=${round}`), "query", "round_id");
    },
  ),
  rule(
    "Decisions: Errors",
    "unknown id, reference or path",
    "tasks of an unknown project or round are a 404",
    async (site) => {
      const other = await otherLab();
      for (const id of [UNKNOWN, other.projectId]) {
        expectRefused(await site.get(`/task:list?project_id=${id}`), 404, "project_not_found");
        expectRefused(await site.get(`/task:list?round_id=${id}`), 404, "round_not_found");
      }
      expectInvalid(await site.get("/task:list?project_id=x"), "query", "project_id");
      expectInvalid(await site.get("/task:list?round_id=x"), "query", "round_id");
    },
  ),
  rule(
    "Specification: Archive status",
    "data stays available",
    "tasks of an archived project or round are still listed",
    async (site) => {
      const { a, round, tasks } = await spread(site);
      expectSuccess(await site.post(`/round:archive?id=${round}`));
      expect(await idsIn(site, `round_id=${round}`)).toEqual([tasks.ofRound]);
      expectSuccess(await site.post(`/project:archive?id=${a}`));
      expect(await idsIn(site, `project_id=${a}`)).toContain(tasks.ofA);
    },
  ),
];
