import { expect } from "vitest";
import type { OperationName } from "#functions/operations.ts";
import { newLab, otherLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, storedFields } from "../expectations.ts";
import { freshName, newTable, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import { storeArtifactRecord, storeTaskRecord } from "../stored.ts";
import {
  type CurrentType,
  create,
  materialOf,
  NOWHERE,
  newTask,
  PARAMETERS,
  withValue,
} from "../taskBodies.ts";

const TASK = "Specification: Task";
const OPERATIONS = "Specification: Operations of tasks";
const DETAIL = "Decisions: More detail";
const ERRORS = "Decisions: Errors";
const FIELDS =
  "Fields: `errors` (array of string), `archived_at`, `archived_by`, `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `type` (task type string), `context`, `display_name` (string, mutable), `idempotency_key` (string), `description` (string), `data_load_id` (string; data load holding the task's result rows), `data_snapshots` (map string to string), `parameters` (type-specific), `result` (type-specific), `state`, `status_details` (type-specific, null for the analyze type).";
const PAYLOAD =
  "Task creation payload (all types): `display_name` (string or null), `description` (string or null), `parameters` (required object), `context` (required), `idempotency_key` (string or null; at most one task per key within its context).";
const CREATE =
  "create task, one operation per task type | | task creation payload | task; HTTP 409 if the idempotency key already exists in the context";
const SHOWN = "Task types shown: `analyze.data/v1`, `analyze.data/v2`, `diversify/v2`, `engineer/v2`.";
const PATHS = "`/{type}/{version}:create` (for example `/task/engineer/v2:create`)";
const KEY = "task creation with an idempotency key already used in its context | 409 |";
const SIZES = "a task's parameters at most 64 KB (more belongs in a table)";
const UNKNOWN_IDS = "Unknown ids are 404 when a task or load is created";
const CAPABILITY =
  "`can_generate_variants: false` | creating `diversify` or `engineer` tasks: 403 `capability_disabled`";

const CREATIONS: [OperationName, CurrentType][] = [
  ["createAnalyzeDataV1", "analyze.data/v1"],
  ["createAnalyzeDataV2", "analyze.data/v2"],
  ["createTrain", "train/v2"],
  ["createDiversify", "diversify/v2"],
  ["createEngineer", "engineer/v2"],
  ["createSelect", "select/v2"],
  ["createPredict", "predict/v1"],
];

const creationRules = CREATIONS.map(([operation, type]) =>
  operationRule(
    operation,
    type === "train/v2" ? "Decisions: Paths" : TASK,
    type === "train/v2" ? PATHS : SHOWN,
    `${type} is created with exactly the documented fields and the given parameters`,
    async (site) => {
      const fields = { display_name: "One", description: "Two", idempotency_key: freshName("key ") };
      const parameters = PARAMETERS[type](await materialOf(site));
      const task = await newTask(site, fields, type);
      expect(task).toStrictEqual({
        errors: [],
        ...storedFields,
        type,
        context: { kind: "PROJECT", project_id: site.lab.projectId },
        ...fields,
        data_load_id: null,
        data_snapshots: {},
        data_versions: {},
        parameters: task.parameters,
        result: null,
        state: "INIT",
        started_at: null,
        ended_at: null,
        progress: { fraction: 0, phase: "QUEUED", step: null, num_steps: null },
        status_details: null,
      });
      expect(task.parameters).toMatchObject(parameters);
    },
  ),
);

/** Resources referenced in the parameters, with their locations. */
const REFERENCES: [CurrentType, "table" | "artifact", (string | number)[]][] = [
  ["analyze.data/v1", "table", ["dataset", "table"]],
  ["analyze.data/v2", "table", ["dataset", "table"]],
  ["train/v2", "table", ["dataset", "table"]],
  ["diversify/v2", "artifact", ["generator", "template", "sampler", "artifact_id"]],
  ["diversify/v2", "artifact", ["filterers", 0, "scorer", "scorer", "artifact_id"]],
  ["diversify/v2", "artifact", ["ranker", "sampler_config", "sampler", "artifact_id"]],
  ["diversify/v2", "table", ["ranker", "sampler_config", "controls", "table"]],
  ["engineer/v2", "artifact", ["generator", "template", "sampler", "artifact_id"]],
  ["engineer/v2", "artifact", ["filterers", 0, "scorer", "scorer", "artifact_id"]],
  ["engineer/v2", "artifact", ["ranker", "scorer_config", "scorer", "artifact_id"]],
  ["engineer/v2", "table", ["ranker", "scorer_config", "controls", "table"]],
  ["predict/v1", "artifact", ["scorer", "artifact_id"]],
  ["predict/v1", "table", ["assemblies", "source", "table"]],
];

const referenceRules = REFERENCES.map(([type, what, place]) =>
  rule(
    DETAIL,
    UNKNOWN_IDS,
    `${type} with an unknown ${what} in ${place.join(".")} is a 404`,
    async (site) => {
      const parameters = PARAMETERS[type](await materialOf(site));
      const wrong = withValue(parameters, place, what === "table" ? NOWHERE.table : UNKNOWN);
      expectRefused(await create(site, type, wrong), 404, `${what}_not_found`);
    },
  ),
);

const kindRules = REFERENCES.filter(([, what]) => what === "artifact").map(([type, , place]) =>
  rule(TASK, SHOWN, `${type} with a report for ${place.join(".")} is a 422 at that field`, async (site) => {
    const parameters = PARAMETERS[type](await materialOf(site));
    const model = place.includes("sampler") ? "model.scorer/v1" : "model.sampler/v1";
    for (const other of ["report/v1", model] as const) {
      const { id } = await storeArtifactRecord(site, { type: other });
      const answer = await create(site, type, withValue(parameters, place, id));
      expectInvalid(answer, "body", "parameters", ...place);
    }
  }),
);

export const taskRules: readonly Rule[] = [
  ...creationRules,
  ...referenceRules,
  ...kindRules,
  rule(OPERATIONS, CREATE, "a creation without a body, context or parameters is a 422", async (site) => {
    for (const [, type] of CREATIONS) {
      const path = `/task/${type}:create`;
      expectInvalid(await site.post(path), "body");
      const parameters = PARAMETERS[type](NOWHERE);
      expectInvalid(await site.post(path, { parameters }), "body", "context");
      expectInvalid(await site.post(path, { parameters, context: null }), "body", "context");
      const context = { kind: "WORKSPACE" };
      for (const fields of [{}, { parameters: null }, { parameters: "x" }]) {
        expectInvalid(await site.post(path, { context, ...fields }), "body", "parameters");
      }
    }
  }),
  rule("Decisions: Paths", PATHS, "creations have no other type, version or spelling", async (site) => {
    for (const type of ["train/v3", "engineer/v3", "analyze/v2", "Engineer/v2", "engineer"]) {
      expectRefused(await site.post(`/task/${type}:create`, {}), 404, "path_not_found");
    }
  }),
  rule(
    "Specification: Versioning",
    "A newer analyze type supersedes the older one, and the creation of the `analyze.data/v2` type is marked deprecated.",
    "the document marks only the creation of analyses as deprecated",
    async (site) => {
      const { paths } = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
      for (const [, type] of CREATIONS) {
        const { post } = paths[`/v2/workspace/{workspace}/task/${type}:create`];
        expect([type, post.deprecated ?? false]).toEqual([type, type.startsWith("analyze.")]);
      }
    },
  ),
  rule(TASK, PAYLOAD, "a task needs no name, description or key", async (site) => {
    const none = { display_name: null, description: null, idempotency_key: null };
    expect(await newTask(site)).toMatchObject(none);
    expect(await newTask(site, none)).toMatchObject(none);
  }),
  rule(TASK, PAYLOAD, "a display name may have 200 characters; 201 are a 422", async (site) => {
    const display_name = "🧬".repeat(200);
    expect((await newTask(site, { display_name })).display_name).toBe(display_name);
    for (const wrong of ["x".repeat(201), 5, []]) {
      const answer = await create(site, "train/v2", PARAMETERS["train/v2"](NOWHERE), { display_name: wrong });
      expectInvalid(answer, "body", "display_name");
    }
  }),
  rule(TASK, PAYLOAD, "a description may have 10,000 characters; more are a 422", async (site) => {
    const description = "é".repeat(10_000);
    expect((await newTask(site, { description })).description).toBe(description);
    const answer = await create(site, "train/v2", PARAMETERS["train/v2"](NOWHERE), {
      description: `${description}x`,
    });
    expectInvalid(answer, "body", "description");
  }),
  rule(DETAIL, SIZES, "parameters may have exactly 64 KB; one more byte is a 422", async (site) => {
    const { table } = await materialOf(site);
    const send = (length: number) => {
      const homologs = { kind: "LIST", sequences: ["é", "A".repeat(length)] };
      return create(site, "train/v2", { ...PARAMETERS["train/v2"]({ ...NOWHERE, table }), homologs });
    };
    const small = expectSuccess(await send(0));
    const task = expectSuccess(await send(64 * 1024 - Buffer.byteLength(JSON.stringify(small.parameters))));
    expect(Buffer.byteLength(JSON.stringify(task.parameters))).toBe(64 * 1024);
    expectInvalid(await send(task.parameters.homologs.sequences[1].length + 1), "body", "parameters");
    for (const { id } of [small, task]) await site.post(`/task:cancel?id=${id}`);
  }),
  rule(
    TASK,
    PAYLOAD,
    "a second task with the same key in its context is a 409 that names the first",
    async (site) => {
      const idempotency_key = freshName("key ");
      const first = await newTask(site, { idempotency_key });
      for (const type of ["analyze.data/v2", "train/v2"] as const) {
        const parameters = PARAMETERS[type](await materialOf(site));
        const answer = await create(site, type, parameters, { idempotency_key });
        expect(expectRefused(answer, 409, "idempotency_key_taken").detail).toContain(first.id);
      }
    },
  ),
  rule(
    "Specification: Errors",
    KEY,
    "of ten concurrent creations with one key, one succeeds",
    async (site) => {
      const idempotency_key = freshName("key ");
      const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
      const send = () => create(site, "analyze.data/v2", parameters, { idempotency_key });
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
      const { id } = answers.find(({ status }) => status === 200)?.body ?? {};
      for (const { status, body } of answers) if (status === 409) expect(body.detail).toContain(id);
      await site.post(`/task:cancel?id=${id}`);
    },
  ),
  rule(TASK, PAYLOAD, "a key has 1 to 256 characters, and is compared literally", async (site) => {
    const key = freshName("Key ").padEnd(256, "x");
    expect((await newTask(site, { idempotency_key: key })).idempotency_key).toBe(key);
    await newTask(site, { idempotency_key: key.toLowerCase() });
    for (const idempotency_key of [`${key}x`, 5]) {
      const answer = await create(site, "train/v2", PARAMETERS["train/v2"](NOWHERE), { idempotency_key });
      expectInvalid(answer, "body", "idempotency_key");
    }
  }),
  rule(TASK, PAYLOAD, "the key of an archived task stays in use", async (site) => {
    const idempotency_key = freshName("key ");
    const { id } = await storeTaskRecord(site, { idempotency_key, state: "COMPLETED" });
    expectSuccess(await site.post(`/task:archive?id=${id}`));
    const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
    const answer = await create(site, "analyze.data/v2", parameters, { idempotency_key });
    expectRefused(answer, 409, "idempotency_key_taken");
  }),
  rule(DETAIL, UNKNOWN_IDS, "an unknown data version is a 404", async (site) => {
    const other = await otherLab();
    const theirs = await other.api.post<{ version_id: string }>("/data/table:create", {
      reference: freshName("theirs_"),
      columns: [{ name: "n", type: "INT64" }],
    });
    const parameters = PARAMETERS["analyze.data/v2"](await materialOf(site));
    for (const version of [UNKNOWN, theirs.version_id]) {
      const asked = withValue(parameters, ["dataset", "version_id"], version);
      expectRefused(await create(site, "analyze.data/v2", asked), 404, "version_not_found");
    }
  }),
  rule(
    "Decisions: Values",
    "task: `dataset.version_id`.",
    "a task may request a version of its table",
    async (site) => {
      const { reference, version_id } = await newTable(site);
      const dataset = { kind: "TABLE", table: reference, version_id: Number(version_id) };
      const parameters = { ...PARAMETERS["analyze.data/v2"](NOWHERE), dataset };
      const task = expectSuccess(await create(site, "analyze.data/v2", parameters));
      expect(task.parameters.dataset).toEqual({ ...dataset, version_id });
      await site.post(`/task:cancel?id=${task.id}`);
    },
  ),
  rule(
    ERRORS,
    "the SQL cannot be run (`detail` carries line and column)",
    "an invalid dataset query is a 400",
    async (site) => {
      const parameters = PARAMETERS["analyze.data/v2"](NOWHERE);
      for (const query of ["SELECT", "DELETE FROM x", "SELECT * FROM no_such_table", "SELECT 1; SELECT 2"]) {
        const { status, body } = await create(site, "analyze.data/v2", {
          ...parameters,
          dataset: { kind: "QUERY", query },
        });
        expect([query, status], JSON.stringify(body)).toEqual([query, 400]);
      }
      for (const query of ["", null, 5]) {
        const asked = { ...parameters, dataset: { kind: "QUERY", query } };
        expectInvalid(await create(site, "analyze.data/v2", asked), "body", "parameters", "dataset", "query");
      }
    },
  ),
  rule(
    "Decisions: Values",
    CAPABILITY,
    "a workspace without the generation capability accepts no design task",
    async (site) => {
      const lab = await newLab();
      const allow = async (can_generate_variants: boolean) => {
        const path = `/v2/workspace:updateCapabilities?name=${lab.name}`;
        expectSuccess(
          await site.platform("POST", path, { token: site.staff, body: { can_generate_variants } }),
        );
      };
      const send = (type: CurrentType) => {
        const body = { context: { kind: "WORKSPACE" }, parameters: PARAMETERS[type](NOWHERE) };
        const path = `/v2/workspace/${lab.name}/task/${type}:create`;
        return site.region("POST", path, { token: lab.token, body });
      };
      await allow(false);
      for (const type of ["diversify/v2", "engineer/v2"] as const) {
        expectRefused(await send(type), 403, "capability_disabled");
      }
      for (const type of ["analyze.data/v1", "analyze.data/v2", "train/v2"] as const) {
        expectRefused(await send(type), 404, "table_not_found");
      }
      await allow(true);
      expectRefused(await send("engineer/v2"), 404);
    },
  ),
  operationRule(
    "getTask",
    OPERATIONS,
    "get task (poll status and result) | `id` | none | task",
    "a task is returned as created; an unknown id is a 404",
    async (site) => {
      const {
        attempt: _,
        restarts: __,
        failure: ___,
        inputs: ____,
        ...task
      } = await storeTaskRecord(site, {
        state: "COMPLETED",
        result: { report: { artifact_id: "7" } },
        data_snapshots: { dataset: "6" },
        data_versions: { variants: "8" },
        data_load_id: "9",
      });
      const progress = { fraction: 1, phase: "DONE", step: null, num_steps: null };
      const shown = { ...task, started_at: null, ended_at: null, progress };
      expect(expectSuccess(await site.get(`/task:get?id=${task.id}`))).toStrictEqual(shown);
      expectRefused(await site.get(`/task:get?id=${UNKNOWN}`), 404, "task_not_found");
      expectInvalid(await site.get("/task:get"), "query", "id");
    },
  ),
  rule(TASK, FIELDS, "a task does not show its number of starts", async (site) => {
    const { id } = await storeTaskRecord(site, {
      state: "FAILED",
      failure: "INTERNAL",
      errors: ["It failed."],
    });
    const task = expectSuccess(await site.get(`/task:get?id=${id}`));
    expect(task).not.toHaveProperty("attempt");
    expect(task).not.toHaveProperty("restarts");
    expect(task).not.toHaveProperty("failure");
    expect(task.errors).toEqual(["It failed."]);
  }),
  testedRule(
    "Specification: What the service does",
    "No information is shared across workspaces.",
    "a task of another workspace is unknown to every operation",
    "test/journeys/foreignIds.sampled.test.ts",
    ...["GET get", "POST update", "POST cancel", "POST recover", "POST archive", "POST unarchive"]
      .map((verb) => verb.replace(" ", " /v2/workspace/{workspace}/task:"))
      .map((call) => `as task in query id of ${call}, a foreign id is treated like a nonexistent id`),
  ),
];
