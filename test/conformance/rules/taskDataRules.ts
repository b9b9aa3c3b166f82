import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { completeTask } from "#shared/tasks/completeTask.ts";
import { TaskRun } from "#shared/tasks/taskRun.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { scopeOf, storeTaskRecord } from "../stored.ts";
import { create, type Json, MONOMER, NOWHERE, PARAMETERS, withValue } from "../taskBodies.ts";

const FILE = "test/functions/taskSources.sampled.test.ts";
const BY_ID = "a snapshot's id and its input name refer to the same rows, in SQL and in later tasks";

const TASKS = "Clients: Tasks and their data";
const KINDS =
  "A dataset, homologs and controls may each be a `TABLE`, a `QUERY`, a `LITERAL` (rows in the request), a `SNAPSHOT` or a `TASK_RESULT`. Homologs and controls may also be a `LIST`.";
const NAMED =
  "`data_snapshots` contains only the snapshot id of each table source in the parameters, keyed by its path (`dataset`, `data.homologs`, …). SQL reads the rows as the task read them, as `snapshots.id_<id>` or `tasks.task_<id>.<input>`. `data_versions` contains the version of each table that was read, keyed by reference.";
const KEPT =
  "A snapshot keeps its rows when its table changes, is renamed or is archived, and when the query of a view changes. It is the same at every version.";
const SEEN = "A snapshot shows only rows visible to both its task and its reader.";
const SNAPSHOT =
  '`{"kind": "SNAPSHOT", "id"}` is an input of an earlier task, as read by that task; so is `{"kind": "SNAPSHOT", "task_id", "name"}`.';
const RESULT =
  '`{"kind": "TASK_RESULT", "table", "task_id", "query"}` is a table of one `COMPLETED` task, or of several if `task_id` is a list. `table` is the table\'s name, its reference or its field in `result`, and defaults to `designs`. `query` selects from these rows as `__source__`. While a task is running, the response is a 409.';
const VALUES =
  "A column of a `LITERAL` contains strings, numbers, booleans, lists (ARRAY) or objects (STRUCT), and null for missing values. A value that differs in type from those above it results in a 422 that names the row and column.";
const LARGE =
  "If a task's parameters, including the rows in the request, exceed 64 KB, the task shows `num_rows` instead of `rows`.";
const MOTIFS =
  "A motif may be a regular expression of amino acids, such as `N[^P][ST]`, without anchors, look-around or back references. An expression that requires more than 256 states results in a 422.";
const OVERLAP = "In a requirement with regular expressions, ranges must not overlap.";

const GENERATORS =
  "A generator is `MODEL_BASED`, `EXPLICIT` (listed sequences), `COMBINATORIAL` (residues for each position), or a `PARALLEL`, `SEQUENTIAL` or `CHAINED` combination of 2 to 10 of these, which share the combination's template.";
const LISTED =
  "Listed sequences are as long as the template. Positions of a `COMBINATORIAL` generator are zero-based and unique.";
const CHAINED =
  "In a `CHAINED` combination, each generator continues from the sequences of the previous one. An `EXPLICIT` generator comes first, with at most 50 sequences.";

const explicit = { type: "EXPLICIT", sequences: [MONOMER, `A${MONOMER.slice(1)}`] };
const combinatorial = { type: "COMBINATORIAL", positions: [{ position: 9, residues: "ADE" }] };
const { template, ...modelBased } = PARAMETERS["diversify/v2"](NOWHERE).generator;
const withGenerator = (generator: object) =>
  withValue(PARAMETERS["diversify/v2"](NOWHERE), ["generator"], { template, ...generator });

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
const literal = (count: number) => ({
  kind: "LITERAL",
  rows: Array.from({ length: count }, (_, row) => ({
    sequence: `${MONOMER.slice(0, row % 10)}${LETTERS[row % 20]}${MONOMER.slice((row % 10) + 1)}`,
    fitness: 1 + ((row * 37) % 11),
  })),
});
const analysis = (dataset: object) => ({ ...PARAMETERS["analyze.data/v2"](NOWHERE), dataset });

/** Creates an analysis and waits until it has read its data. */
async function analyze(site: Site, dataset: object): Promise<Json> {
  const { id } = expectSuccess(await create(site, "analyze.data/v2", analysis(dataset)));
  for (;;) {
    const task = expectSuccess(await site.get(`/task:get?id=${id}`));
    expect(task.errors).toEqual([]);
    if (task.state !== "INIT") return task;
    await sleep(20);
  }
}

async function numberOf(site: Site, query: string, options: object = {}): Promise<number> {
  const table = await site.lab.api.query(query, { ...options });
  return Number(table.getChildAt(0)?.at(0));
}

/** Returns a completed task with a table `designs` of two rows. */
async function withDesigns(site: Site): Promise<string> {
  const task = await storeTaskRecord(site, { state: "EXECUTING" });
  const run = new TaskRun(await scopeOf(site), task, AbortSignal.timeout(60_000));
  const column = { name: "sequence", type: "STRING", nullable: false } as const;
  const columns = [{ ...column, metadata: { description: "", deprecated: false } }];
  const rows = [{ sequence: MONOMER }, { sequence: `A${MONOMER.slice(1)}` }];
  const tables = [{ name: "designs", description: "", columns, rows }];
  await completeTask(run, { artifacts: [], tables, result: () => ({}) });
  return task.id;
}

export const taskDataRules: readonly Rule[] = [
  rule(TASKS, KINDS, "every source kind is accepted everywhere, except a list as dataset", async (site) => {
    const sources = [
      { kind: "QUERY", query: "SELECT 'MK' AS sequence" },
      literal(1),
      { kind: "LIST", sequences: [MONOMER] },
    ];
    const places = [
      ["train/v2", ["homologs"]],
      ["diversify/v2", ["ranker", "sampler_config", "controls"]],
      ["engineer/v2", ["ranker", "scorer_config", "controls"]],
    ] as const;
    for (const [type, place] of places) {
      for (const source of sources) {
        const answer = await create(site, type, withValue(PARAMETERS[type](NOWHERE), [...place], source));
        expectRefused(answer, 404);
      }
    }
    const answer = await create(site, "analyze.data/v2", analysis({ kind: "LIST", sequences: [MONOMER] }));
    expectInvalid(answer, "body", "parameters", "dataset", "kind");
  }),
  testedRule(TASKS, NAMED, "SQL reads the rows of a request by the name in data_snapshots", FILE, BY_ID),
  nightlyRule(TASKS, KEPT, "changing a view's query leaves the snapshot unchanged", async (site) => {
    const reference = `view_of_${site.lab.name.replaceAll("-", "_")}`;
    const body = { kind: "VIEW", reference, query: `SELECT '${MONOMER}' AS sequence, 1.5 AS fitness` };
    expectSuccess(await site.post("/data/table:create", body));
    const { data_snapshots } = await analyze(site, { kind: "TABLE", table: reference });
    expectSuccess(
      await site.post(`/data/table:update?reference=${reference}`, { query: "SELECT 2 AS other" }),
    );
    expect(await numberOf(site, `SELECT sum(fitness) FROM snapshots.id_${data_snapshots.dataset}`)).toBe(1.5);
    expectSuccess(await site.post(`/data/table:archive?reference=${reference}`));
    expect(await numberOf(site, `SELECT sum(fitness) FROM snapshots.id_${data_snapshots.dataset}`)).toBe(1.5);
  }),
  testedRule(TASKS, SEEN, "a query within another project sees none of its rows", FILE),
  testedRule(
    TASKS,
    SNAPSHOT,
    "a later task reads the same rows, and an unknown input is a 404",
    FILE,
    BY_ID,
    "a snapshot of an input that the task did not read is unknown",
  ),
  nightlyRule(TASKS, RESULT, "a task's table can be read once it is COMPLETED", async (site) => {
    const waiting = await storeTaskRecord(site, {});
    const early = analysis({ kind: "TASK_RESULT", task_id: waiting.id });
    expectRefused(await create(site, "analyze.data/v2", early), 409, "task_pending");
    const id = await withDesigns(site);
    const source = { kind: "TASK_RESULT", task_id: id };
    const parameters = { ...PARAMETERS["train/v2"](NOWHERE), dataset: literal(30), homologs: source };
    const task = expectSuccess(await create(site, "train/v2", parameters));
    let snapshots: Record<string, string> = {};
    while (snapshots.homologs === undefined) {
      const seen = expectSuccess(await site.get(`/task:get?id=${task.id}`));
      expect(seen.errors).toEqual([]);
      snapshots = seen.data_snapshots;
      await sleep(20);
    }
    await site.post(`/task:cancel?id=${task.id}`);
    expect(await numberOf(site, `SELECT count(*) FROM snapshots.id_${snapshots.homologs}`)).toBe(2);
    expect(Object.keys(snapshots).sort()).toEqual(["dataset", "homologs"]);
    const seen = expectSuccess(await site.get(`/task:get?id=${task.id}`));
    expect(Object.keys(seen.data_versions)).toEqual([`tasks.task_${id}.designs`]);
    const other = analysis({ ...source, name: "others" });
    expectRefused(await create(site, "analyze.data/v2", other), 404, "table_not_found");
  }),
  nightlyRule(
    TASKS,
    RESULT,
    "the results of several tasks form one source, with a query over their rows",
    async (site) => {
      const ids = [await withDesigns(site), await withDesigns(site)];
      const all = { kind: "TASK_RESULT", table: "designs", task_id: ids };
      const query = "SELECT sequence, count(*) AS times FROM __source__ GROUP BY sequence";
      const parameters = PARAMETERS["train/v2"](NOWHERE);
      for (const [source, rows] of [
        [all, 4],
        [{ ...all, query }, 2],
        [{ kind: "TASK_RESULT", table: `tasks.task_${ids[0]}.designs`, task_id: ids[0] }, 2],
      ] as const) {
        const body = { ...parameters, dataset: literal(30), homologs: source };
        const created = expectSuccess(await create(site, "train/v2", body));
        expect(created.parameters.homologs).toMatchObject(source);
        let id: string | undefined;
        while (id === undefined) {
          const seen = expectSuccess(await site.get(`/task:get?id=${created.id}`));
          expect(seen.errors).toEqual([]);
          id = seen.data_snapshots.homologs;
          await sleep(20);
        }
        await site.post(`/task:cancel?id=${created.id}`);
        expect(await numberOf(site, `SELECT count(*) FROM snapshots.id_${id}`)).toBe(rows);
      }
      const foreign = analysis({ ...all, table: "tasks.task_7.designs" });
      expectRefused(await create(site, "analyze.data/v2", foreign), 404, "table_not_found");
      const unknown = analysis({ ...all, query: "SELECT nothing FROM __source__" });
      expectRefused(await create(site, "analyze.data/v2", unknown), 400, "invalid_sql");
    },
  ),
  rule(
    TASKS,
    RESULT,
    "two different names of a result's table are a 422, and equal ones are not",
    async (site) => {
      const source = { kind: "TASK_RESULT", task_id: await withDesigns(site), table: "designs" };
      const send = (name: string | null) =>
        create(site, "analyze.data/v2", analysis({ ...source, name }), { context: { kind: "WORKSPACE" } });
      expectInvalid(await send("others"), "body", "parameters", "dataset", "name");
      for (const name of ["designs", null]) {
        const { id } = expectSuccess(await send(name));
        await site.post(`/task:cancel?id=${id}`);
      }
    },
  ),
  rule(TASKS, VALUES, "a text among numbers is reported with row and column", async (site) => {
    const { rows } = literal(3);
    const bad = [...rows, { sequence: MONOMER, fitness: "n.d." }];
    const answer = await create(site, "analyze.data/v2", analysis({ kind: "LITERAL", rows: bad }));
    expectInvalid(answer, "body", "parameters", "dataset", "rows", 3, "fitness");
    expect(answer.body.detail[0].msg).toBe(
      'Row 4, column "fitness": "n.d." is a text, but the column has a number in row 1; use null for missing values',
    );
    const named = [{ "no name": 1 }];
    const name = await create(site, "analyze.data/v2", analysis({ kind: "LITERAL", rows: named }));
    expectInvalid(name, "body", "parameters", "dataset", "rows", 0, "no name");
  }),
  nightlyRule(
    TASKS,
    LARGE,
    "three thousand rows are counted in the response, and thirty are shown",
    async (site) => {
      const small = await analyze(site, literal(30));
      expect(small.parameters.dataset).toEqual(literal(30));
      const large = await analyze(site, literal(3_000));
      expect(large.parameters.dataset).toEqual({ kind: "LITERAL", num_rows: 3_000 });
      expect(await numberOf(site, `SELECT count(*) FROM snapshots.id_${large.data_snapshots.dataset}`)).toBe(
        3_000,
      );
    },
  ),
  rule(TASKS, MOTIFS, "oversized and invalid expressions are a 422 at the motifs", async (site) => {
    const place = ["generator", "requirements", 0, "motifs"] as const;
    const send = (motif: string) =>
      create(site, "diversify/v2", withValue(PARAMETERS["diversify/v2"](NOWHERE), [...place], [motif]));
    expectRefused(await send("N[^P][ST]"), 404);
    for (const motif of ["N.{0,40}S", "A*", "A{3,1}"]) {
      expectInvalid(await send(motif), "body", "parameters", ...place);
    }
    for (const motif of ["^N", "N$", "(?=N)G", "(N)\\1"]) {
      expectInvalid(await send(motif), "body", "parameters", ...place, 0);
    }
  }),
  rule(TASKS, GENERATORS, "each type and each combination is accepted", async (site) => {
    const generators = [explicit, combinatorial, modelBased];
    const combined = [
      { type: "PARALLEL", generators },
      { type: "SEQUENTIAL", generators },
      { type: "CHAINED", generators },
    ];
    for (const generator of [...generators, ...combined]) {
      for (const type of ["diversify/v2", "engineer/v2"] as const) {
        const parameters = withValue(PARAMETERS[type](NOWHERE), ["generator"], { template, ...generator });
        expectRefused(await create(site, type, parameters), 404);
      }
    }
    for (const some of [[], [explicit], Array(11).fill(explicit)]) {
      const answer = await create(
        site,
        "diversify/v2",
        withGenerator({ type: "PARALLEL", generators: some }),
      );
      expectInvalid(answer, "body", "parameters", "generator", "generators");
    }
  }),
  rule(
    TASKS,
    LISTED,
    "another length, a position beyond the end and a duplicate position are a 422",
    async (site) => {
      const send = async (generator: object, ...place: (string | number)[]) => {
        const answer = await create(site, "diversify/v2", withGenerator(generator));
        expectInvalid(answer, "body", "parameters", "generator", ...place);
      };
      await send({ type: "EXPLICIT", sequences: [MONOMER, "MK"] }, "sequences", 1);
      await send({ type: "EXPLICIT", sequences: [] }, "sequences");
      const [site9] = combinatorial.positions;
      const twice = { type: "COMBINATORIAL", positions: [site9, site9] };
      await send(twice, "positions", 1, "position");
      const behind = { type: "COMBINATORIAL", positions: [{ position: 10, residues: "A" }] };
      await send(behind, "positions", 0, "position");
      await send(
        { type: "PARALLEL", generators: [explicit, behind] },
        "generators",
        1,
        "positions",
        0,
        "position",
      );
    },
  ),
  rule(
    TASKS,
    CHAINED,
    "listed sequences after another generator, or more than 50, are a 422",
    async (site) => {
      const send = (generators: object[]) =>
        create(site, "engineer/v2", {
          ...PARAMETERS["engineer/v2"](NOWHERE),
          generator: { type: "CHAINED", template, generators },
        });
      const place = ["body", "parameters", "generator", "generators"];
      expectInvalid(await send([combinatorial, explicit]), ...place, 1, "type");
      const many = { type: "EXPLICIT", sequences: Array(51).fill(MONOMER) };
      expectInvalid(await send([many, combinatorial]), ...place, 0, "sequences");
      expectRefused(await send([explicit, combinatorial]), 404);
    },
  ),
  rule(TASKS, OVERLAP, "overlapping ranges are a 422 only with an expression", async (site) => {
    const ranges = {
      monomer: [
        [0, 6],
        [4, 10],
      ],
    };
    const send = (motif: string) => {
      const requirements = [{ apply_to: { ranges }, motifs: [motif], operator: "none" }];
      const parameters = PARAMETERS["diversify/v2"](NOWHERE);
      return create(site, "diversify/v2", withValue(parameters, ["generator", "requirements"], requirements));
    };
    expectRefused(await send("NG"), 404);
    const place = ["generator", "requirements", 0, "apply_to", "ranges"];
    expectInvalid(await send("N.G"), "body", "parameters", ...place);
  }),
];
