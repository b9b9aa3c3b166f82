import { beforeAll, expect, test } from "vitest";
import { connect } from "#client/connect.ts";
import { engineerRequest } from "#client/requests/designRequest.ts";
import { trainRequest } from "#client/requests/trainRequest.ts";
import type { Workspace } from "#client/workspace.ts";
import { readAssayValues } from "#console/pages/projects/rounds/readAssayValues.ts";
import { readRounds } from "#console/pages/projects/rounds/readRounds.ts";
import { roundProgress } from "#console/pages/projects/rounds/roundProgress.ts";
import { type Lab, newLab, sharedPlatform } from "#test/support/lab.ts";
import { Pdp } from "#test/support/pdp.ts";
import { generateVariants, REFERENCE } from "../../examples/variants.ts";

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
];
/** Wells of the wild type on each plate; their mean differs from the value of the best well. */
const WILD_TYPE_WELLS = [0.9, 0.5, 0.7, 0.6, 0.8, 0.55, 0.65, 0.75];
const DESIGNS = 6;

let lab: Lab;
let workspace: Workspace;

beforeAll(async () => {
  lab = await newLab();
  const { platformUrl: url } = sharedPlatform();
  workspace = await connect({ url, token: lab.token, workspace: lab.name });
});

const csvOf = (rows: readonly (readonly [string, number | null])[]) =>
  `sequence,activity\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const wells = (shift: number) =>
  WILD_TYPE_WELLS.map((activity) => [REFERENCE, Number((activity + shift).toFixed(3))] as const);

async function load(round: string | null, csv: string): Promise<string> {
  const context = round ? { kind: "ROUND", round_id: round } : { kind: "PROJECT", project_id: lab.projectId };
  const tables = { variants: { columns: COLUMNS, format: "CSV" } };
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", { context, tables });
  await lab.api.upload(id, "variants", "rows.csv", csv);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  expect((await lab.api.settled(id)).state).toBe("COMPLETED");
  return id;
}

async function one(sql: string): Promise<Record<string, number>> {
  const [row = {}] = await (await workspace.query<Record<string, number | bigint>>(sql)).rows();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

/** Figures of the project's page. */
async function shownFigures() {
  const found = await readRounds(workspace, lab.projectId);
  const [assay] = found.summary.assays;
  if (!assay) throw new Error("The summary has no assay");
  const task = await workspace.task(assay.task_id).get();
  const read = await readAssayValues(workspace, lab.projectId, assay.assay_id, task);
  const goal = { direction: "MAXIMIZE", wildType: read?.wildType ?? null } as const;
  const progress = roundProgress(read?.values ?? [], found.steps, goal);
  return {
    problem: assay.problem,
    best: assay.best_value,
    sequences: assay.sequences,
    values: assay.values,
    bestSoFar: progress.best.at(-1),
    wildType: progress.wildType,
    hits: progress.hitRate.at(-1),
    rows: found.rounds.map(({ rows }) => rows),
    designs: found.rounds.map(({ designCount }) => designCount),
    measured: found.rounds.map(({ designsMeasured }) => designsMeasured),
  };
}

/** The same figures, computed with SQL from the rows of this moment. `loads` are the active imports of each round. */
async function expectedFigures(loads: readonly (readonly string[])[], designs: string | null) {
  const means =
    "SELECT sequence, avg(activity) AS mean, count(*) AS n FROM variants WHERE activity IS NOT NULL GROUP BY sequence";
  const all = await one(`SELECT max(mean) AS best, count(*) AS sequences, sum(n) AS n FROM (${means})`);
  const { wild } = await one(`SELECT avg(activity) AS wild FROM variants WHERE sequence = '${REFERENCE}'`);
  const own = loads.map((ids) => `"$load_id" IN (${["0", ...ids].join(", ")})`);
  const counts = await Promise.all(
    own.map((where) => one(`SELECT count(*) AS n FROM variants WHERE ${where}`)),
  );
  const last = own[loads.findLastIndex((ids) => ids.length > 0)];
  const { hits } =
    await one(`SELECT 100e0 * count_if(mean > ${wild}) / count(*) AS hits FROM (SELECT avg(activity) AS mean
    FROM variants WHERE ${last} AND activity IS NOT NULL AND sequence <> '${REFERENCE}' GROUP BY sequence)`);
  const measured =
    designs === null
      ? { n: 0 }
      : await one(
          `SELECT count(DISTINCT d.sequence) AS n FROM ${designs} AS d JOIN variants AS v ON v.sequence = d.sequence`,
        );
  return {
    problem: null,
    best: expect.closeTo(all.best ?? NaN, 9),
    sequences: all.sequences,
    values: all.n,
    bestSoFar: expect.closeTo(all.best ?? NaN, 9),
    wildType: expect.closeTo(wild ?? NaN, 9),
    hits: expect.closeTo(hits ?? NaN, 9),
    rows: counts.map(({ n }) => n),
    designs: designs === null ? [0, 0] : [DESIGNS, 0],
    measured: designs === null ? [0, 0] : [measured.n, 0],
  };
}

test("the page of a project shows the current rows after each step of two rounds, whichever program wrote them", async () => {
  const newRound = async (name: string) =>
    (await lab.api.post<{ id: string }>("/round:create", { project_id: lab.projectId, name })).id;
  const [first, second] = [await newRound("one"), await newRound("two")];
  const variants = generateVariants(40, 7).map(({ sequence, activity }) => [sequence, activity] as const);
  const initial = await load(first, csvOf([...variants, ...wells(0)]));
  const { version_id: version } = await workspace.table("variants");

  // As in the console: the request reads the version that its page showed, and selects its columns with a query.
  const training = await workspace.train(
    trainRequest({
      ...{ project: lab.projectId, round: first, table: "variants", version, reference: REFERENCE },
      ...{ sequenceColumn: "sequence", assays: [{ column: "activity", scale: "MULTIPLICATIVE" }] },
    }),
  );
  const { result: models } = await training.settled();
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], []], null));

  const { sampler, scorer } = (models as { models: Record<"sampler" | "scorer", { artifact_id: string }> })
    .models;
  const design = await workspace.engineer(
    engineerRequest({
      ...{
        project: lab.projectId,
        round: first,
        reference: REFERENCE,
        count: DESIGNS,
        maxMutations: 3,
        kept: [],
      },
      ...{ sampler: sampler.artifact_id, scorer: scorer.artifact_id, constraints: [] },
      goal: { assay: "activity", direction: "MAXIMIZE", level: "reference" },
    }),
  );
  const done = await design.settled();
  const designs = (done.result as { selected_assemblies: { table: string } }).selected_assemblies.table;
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], []], designs));

  // Results of a plate with some of the designs, better than everything before, by the command line.
  const chosen = await workspace.query<{ sequence: string }>(
    `SELECT sequence FROM ${designs} ORDER BY rank LIMIT 4`,
  );
  const results = (await chosen.rows()).map(({ sequence }, at) => [sequence, 20 + at] as const);
  const pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", csvOf([...results, ...wells(0.25)]));
  await pdp.done("import", "plate.csv", "--into", "variants", "--round", second);
  const [{ id: two = "" } = { id: "" }] = (
    await lab.api.get<{ items: { id: string }[] }>(`/data/load:list?round_id=${second}&order=DESC`)
  ).items;
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], [two]], designs));

  await lab.api.post(`/data/load:undo?id=${two}`);
  expect((await lab.api.settled(two)).is_active).toBe(false);
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], []], designs));
  await pdp.close();
});
