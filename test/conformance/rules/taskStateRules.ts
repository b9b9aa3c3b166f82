import { expect } from "vitest";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { otherLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isTime, isUser } from "../expectations.ts";
import { newProject, newRound, UNKNOWN } from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule } from "../rule.ts";
import { storeArtifactRecord, storeTaskRecord } from "../stored.ts";
import { create, materialOf, NOWHERE, newTask, PARAMETERS, withValue } from "../taskBodies.ts";

const STATES = "Specification: States of a task";
const OPERATIONS = "Specification: Operations of tasks";
const ARCHIVE = "Specification: Archive status";
const CONTEXT = "Specification: Context and visibility";
const ERRORS = "Decisions: Errors";
const CANCEL =
  "non-terminal state | cancel operation | only tasks not yet terminated; success is not guaranteed before completion | `CANCELLED` |";
const RECOVER =
  "`FAILED` or `CANCELLED` | recover operation | best-effort | `EXECUTING` | may cause side effects such as duplicate data loads";
const TERMINAL =
  "`COMPLETED`, `FAILED` and `CANCELLED` are terminal; any other state eventually moves into one of them.";
const HIDES =
  "Task archive hides the task from regular listings without removing produced data; task unarchive reverses it.";
const ARCHIVED =
  "active project or round | archive | | archived | data stays available; no new tasks, data loads and similar can be created in it";
const COMPATIBLE =
  "A data context is compatible with a task when it is a workspace context or, for a project or round context, belongs to the same project.";
const SEES =
  "A task with project A or one of its rounds sees data of project A and all rounds of A, never data of project B.";
const HAS_CONTEXT =
  "Artifacts, table rows (through their data load) and tasks each have a context: workspace, project or round.";
const FILLED = "(`project_id` filled in by the service)";

const TERMINAL_STATES: Partial<TaskRecord>[] = [
  { state: "COMPLETED", result: {} },
  { state: "FAILED", failure: "USER", errors: ["The table has no rows."] },
  { state: "CANCELLED" },
];

const endedRules = TERMINAL_STATES.map((fields) =>
  rule(
    STATES,
    CANCEL,
    `a task that is ${fields.state} cannot be cancelled: 409 names the state`,
    async (site) => {
      const { id } = await storeTaskRecord(site, fields);
      const { detail } = expectRefused(await site.post(`/task:cancel?id=${id}`), 409, "task_ended");
      expect(detail).toContain(fields.state);
      expect(expectSuccess(await site.get(`/task:get?id=${id}`)).state).toBe(fields.state);
    },
  ),
);

const pendingRules = (["INIT", "EXECUTING"] as const).flatMap((state) => [
  rule(STATES, CANCEL, `a task that is ${state} is CANCELLED at once, and leaves no result`, async (site) => {
    const { id } = await storeTaskRecord(site, { state });
    expect(expectSuccess(await site.post(`/task:cancel?id=${id}`))).toMatchObject({
      id,
      state: "CANCELLED",
      result: null,
      updated_by: isUser,
    });
    expect(expectSuccess(await site.get(`/task:get?id=${id}`)).state).toBe("CANCELLED");
  }),
  rule(STATES, RECOVER, `a task that is ${state} cannot be recovered: 409 names the state`, async (site) => {
    const { id } = await storeTaskRecord(site, { state });
    const answer = await site.post(`/task:recover?id=${id}`);
    expect(expectRefused(answer, 409, "task_not_recoverable").detail).toContain(state);
  }),
]);

const recoveryRules = TERMINAL_STATES.slice(1).map((fields) =>
  rule(
    STATES,
    RECOVER,
    `a ${fields.state} task is EXECUTING again after a recovery, without its errors`,
    async (site) => {
      const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
      const { id } = await storeTaskRecord(site, { ...fields, parameters });
      expect(expectSuccess(await site.post(`/task:recover?id=${id}`))).toMatchObject({
        id,
        state: "EXECUTING",
        errors: [],
        result: null,
      });
      await site.post(`/task:cancel?id=${id}`);
    },
  ),
);

const contextRules = [{ kind: "WORKSPACE" }, { kind: "PROJECT" }, { kind: "ROUND" }].map(({ kind }) =>
  rule(CONTEXT, HAS_CONTEXT, `a task may have the context ${kind}`, async (site) => {
    const round = await newRound(site);
    const asked: Record<string, object> = {
      WORKSPACE: { kind },
      PROJECT: { kind, project_id: Number(site.lab.projectId) },
      ROUND: { kind, round_id: Number(round.id) },
    };
    const kept: Record<string, object> = {
      WORKSPACE: { kind },
      PROJECT: { kind, project_id: site.lab.projectId },
      ROUND: { kind, round_id: round.id, project_id: site.lab.projectId },
    };
    expect((await newTask(site, { context: asked[kind] })).context).toStrictEqual(kept[kind]);
  }),
);

export const taskStateRules: readonly Rule[] = [
  ...endedRules,
  ...pendingRules,
  ...recoveryRules,
  ...contextRules,
  operationRule(
    "cancelTask",
    OPERATIONS,
    "cancel task | `id` | none | task",
    "a task can be cancelled once; an unknown id is a 404",
    async (site) => {
      const { id } = await storeTaskRecord(site);
      expect(expectSuccess(await site.post(`/task:cancel?id=${id}`)).state).toBe("CANCELLED");
      expectRefused(await site.post(`/task:cancel?id=${id}`), 409, "task_ended");
      expectRefused(await site.post(`/task:cancel?id=${UNKNOWN}`), 404, "task_not_found");
      expectInvalid(await site.post("/task:cancel"), "query", "id");
    },
  ),
  operationRule(
    "recoverTask",
    OPERATIONS,
    "recover task | `id` | none | task",
    "a COMPLETED task cannot be recovered: 409; an unknown id is a 404",
    async (site) => {
      const { id } = await storeTaskRecord(site, { state: "COMPLETED", result: { kept: true } });
      expectRefused(await site.post(`/task:recover?id=${id}`), 409, "task_not_recoverable");
      expect(expectSuccess(await site.get(`/task:get?id=${id}`)).result).toEqual({ kept: true });
      expectRefused(await site.post(`/task:recover?id=${UNKNOWN}`), 404, "task_not_found");
    },
  ),
  rule(STATES, CANCEL, "of ten concurrent cancels, one succeeds", async (site) => {
    const { id } = await storeTaskRecord(site);
    const send = () => site.post(`/task:cancel?id=${id}`);
    const statuses = (await Promise.all(Array.from({ length: 10 }, send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)]);
  }),
  nightlyRule(STATES, TERMINAL, "a task with an empty table ends with a reason", async (site) => {
    const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
    const { id } = expectSuccess(await create(site, "analyze.data/v2", parameters));
    const read = async () => expectSuccess(await site.get(`/task:get?id=${id}`));
    const ended = expect.stringMatching(/^(COMPLETED|FAILED|CANCELLED)$/);
    await expect.poll(async () => (await read()).state, { interval: 100 }).toEqual(ended);
    const task = await read();
    expect(task.state).toBe("FAILED");
    expect(task.errors.length).toBeGreaterThan(0);
    expect(task).toMatchObject({ result: null, data_load_id: null });
  }),
  operationRule(
    "archiveTask",
    OPERATIONS,
    "archive task | `id` | none | task",
    "a task can be archived once; an unknown id is a 404",
    async (site) => {
      const { id } = await storeTaskRecord(site, { state: "COMPLETED", result: { kept: true } });
      expect(expectSuccess(await site.post(`/task:archive?id=${id}`))).toMatchObject({
        archived_at: isTime,
        archived_by: isUser,
        state: "COMPLETED",
        result: { kept: true },
      });
      expectRefused(await site.post(`/task:archive?id=${id}`), 409, "task_archived");
      expectRefused(await site.post(`/task:archive?id=${UNKNOWN}`), 404, "task_not_found");
    },
  ),
  operationRule(
    "unarchiveTask",
    OPERATIONS,
    "unarchive task | `id` | none | task",
    "an archived task can be unarchived; an unknown id is a 404",
    async (site) => {
      const { id } = await storeTaskRecord(site);
      expectSuccess(await site.post(`/task:archive?id=${id}`));
      const back = expectSuccess(await site.post(`/task:unarchive?id=${id}`));
      expect(back).toMatchObject({ archived_at: null, archived_by: null });
      expectInvalid(await site.post(`/task:unarchive?id=${id}`), "query", "id");
      expectRefused(await site.post(`/task:unarchive?id=${UNKNOWN}`), 404, "task_not_found");
    },
  ),
  rule(ARCHIVE, HIDES, "an archived task is listed only on request", async (site) => {
    const { id: projectId } = await newProject(site);
    const { id } = await storeTaskRecord(site, { context: { kind: "PROJECT", project_id: projectId } });
    const ids = async (query: string) => {
      const page = expectSuccess(await site.get(`/task:list?limit=1000&order=DESC${query}`));
      return page.items.map((task: { id: string }) => task.id);
    };
    const lists = ["", `&project_id=${projectId}`];
    for (const list of lists) expect(await ids(list)).toContain(id);
    expectSuccess(await site.post(`/task:archive?id=${id}`));
    for (const list of lists) {
      expect(await ids(list)).not.toContain(id);
      expect(await ids(`${list}&include_archived=true`)).toContain(id);
    }
    expect(expectSuccess(await site.get(`/task:get?id=${id}`)).archived_at).not.toBeNull();
    expectSuccess(await site.post(`/task:unarchive?id=${id}`));
    for (const list of lists) expect(await ids(list)).toContain(id);
  }),
  rule(ARCHIVE, HIDES, "results of an archived task stay", async (site) => {
    const { id } = await storeTaskRecord(site, { state: "COMPLETED" });
    const report = await storeArtifactRecord(site, { producer: { kind: "TASK", task_id: id } });
    expectSuccess(await site.post(`/task:archive?id=${id}`));
    expect(expectSuccess(await site.get(`/data/artifact:get?id=${report.id}`))).toEqual(report);
  }),
  rule(ARCHIVE, HIDES, "an archived task can be updated and cancelled", async (site) => {
    const { id } = await storeTaskRecord(site);
    expectSuccess(await site.post(`/task:archive?id=${id}`));
    expectSuccess(await site.post(`/task:update?id=${id}`, { display_name: "archived" }));
    expect(expectSuccess(await site.post(`/task:cancel?id=${id}`))).toMatchObject({
      state: "CANCELLED",
      archived_at: isTime,
    });
  }),
  rule("Decisions: Values", FILLED, "the project of a round is added", async (site) => {
    const round = await newRound(site);
    const context = { kind: "ROUND", round_id: round.id };
    expect((await newTask(site, { context })).context.project_id).toBe(site.lab.projectId);
  }),
  rule(CONTEXT, HAS_CONTEXT, "another context, or one without its id, is a 422", async (site) => {
    const parameters = PARAMETERS["analyze.data/v2"](NOWHERE);
    const send = (context: unknown) => create(site, "analyze.data/v2", parameters, { context });
    expectInvalid(await send({ kind: "LAB" }), "body", "context", "kind");
    expectInvalid(await send({ kind: "workspace" }), "body", "context", "kind");
    expectInvalid(await send({}), "body", "context", "kind");
    expectInvalid(await send([]), "body", "context", "kind");
    expectInvalid(await send({ kind: "PROJECT" }), "body", "context", "project_id");
    expectInvalid(await send({ kind: "ROUND", project_id: "5" }), "body", "context", "round_id");
    expectInvalid(await send("WORKSPACE"), "body", "context");
  }),
  rule(
    ERRORS,
    "unknown id, reference or path",
    "a task in an unknown project or round is a 404",
    async (site) => {
      const other = await otherLab();
      const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
      const send = (context: object) => create(site, "analyze.data/v2", parameters, { context });
      for (const project_id of [UNKNOWN, other.projectId]) {
        expectRefused(await send({ kind: "PROJECT", project_id }), 404, "project_not_found");
        expectRefused(await send({ kind: "ROUND", round_id: project_id }), 404, "round_not_found");
      }
    },
  ),
  rule(ARCHIVE, ARCHIVED, "an archived project and its rounds accept no task: 409", async (site) => {
    const project = await newProject(site);
    const round = await newRound(site, { project_id: project.id });
    expectSuccess(await site.post(`/project:archive?id=${project.id}`));
    const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
    for (const context of [
      { kind: "PROJECT", project_id: project.id },
      { kind: "ROUND", round_id: round.id },
    ]) {
      const answer = await create(site, "analyze.data/v2", parameters, { context });
      expect(expectRefused(answer, 409, "project_archived").detail).toContain(project.id);
    }
  }),
  rule(ARCHIVE, ARCHIVED, "an archived round accepts no task, but its project does", async (site) => {
    const round = await newRound(site);
    expectSuccess(await site.post(`/round:archive?id=${round.id}`));
    const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
    const context = { kind: "ROUND", round_id: round.id };
    expectRefused(await create(site, "analyze.data/v2", parameters, { context }), 409, "round_archived");
    await newTask(site);
  }),
  rule(
    "Specification: Task",
    "at most one task per key within its context",
    "a key is free in every other context",
    async (site) => {
      const idempotency_key = "everywhere";
      const round = await newRound(site);
      const other = await newProject(site);
      for (const context of [
        { kind: "WORKSPACE" },
        { kind: "PROJECT", project_id: site.lab.projectId },
        { kind: "PROJECT", project_id: other.id },
        { kind: "ROUND", round_id: round.id },
      ]) {
        await newTask(site, { context, idempotency_key });
        const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
        const answer = await create(site, "analyze.data/v2", parameters, { context, idempotency_key });
        expectRefused(answer, 409, "idempotency_key_taken");
      }
    },
  ),
  rule(CONTEXT, SEES, "a task of project B cannot use a model of project A", async (site) => {
    const other = await newProject(site);
    const round = await newRound(site, { project_id: other.id });
    const parameters = PARAMETERS["diversify/v2"](await materialOf(site));
    for (const context of [
      { kind: "PROJECT", project_id: other.id },
      { kind: "ROUND", round_id: round.id },
    ]) {
      expectRefused(await create(site, "diversify/v2", parameters, { context }), 404, "artifact_not_found");
    }
  }),
  rule(CONTEXT, COMPATIBLE, "models of the workspace, the project and its rounds are found", async (site) => {
    const { id: round_id } = await newRound(site);
    const { id: asking } = await newRound(site);
    const { projectId: project_id } = site.lab;
    const parameters = PARAMETERS["diversify/v2"](await materialOf(site));
    for (const context of [
      { kind: "WORKSPACE" as const },
      { kind: "PROJECT" as const, project_id },
      { kind: "ROUND" as const, round_id, project_id },
    ]) {
      const { id } = await storeArtifactRecord(site, { type: "model.sampler/v1", context });
      const place = ["generator", "template", "sampler", "artifact_id"];
      const own = withValue(withValue(parameters, place, id), ["ranker", "sampler_config", "controls"], {
        kind: "TABLE",
        table: NOWHERE.table,
      });
      const asked = { context: { kind: "ROUND", round_id: asking } };
      // Only the control table is missing.
      expectRefused(await create(site, "diversify/v2", own, asked), 404, "table_not_found");
    }
  }),
];
