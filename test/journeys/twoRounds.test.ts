import { beforeAll, expect, test } from "vitest";
import { connect } from "#client/connect.ts";
import { take } from "#client/pages.ts";
import { engineerRequest } from "#client/requests/designRequest.ts";
import { trainRequest } from "#client/requests/trainRequest.ts";
import { openRound } from "#client/rounds/automaticRound.ts";
import type { RoundPurpose } from "#client/rounds/chooseRound.ts";
import { readRankedValues } from "#client/rounds/rankedValues.ts";
import { roundGains, studentQuantile } from "#client/rounds/roundGains.ts";
import { roundProgress } from "#client/rounds/roundProgress.ts";
import type { Workspace } from "#client/workspace.ts";
import type { NextStep } from "#console/pages/projects/rounds/nextStep.ts";
import { readRounds } from "#console/pages/projects/rounds/readRounds.ts";
import { type Lab, newLab, sharedPlatform } from "#test/support/lab.ts";
import { Pdp } from "#test/support/pdp.ts";
import { generateVariants, REFERENCE } from "../../examples/variants.ts";

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

async function one(sql: string): Promise<Record<string, number>> {
  const [row = {}] = await (await workspace.query<Record<string, number | bigint>>(sql)).rows();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

/** Figures of the project's page. */
async function shownFigures() {
  const found = await readRounds(workspace, lab.projectId);
  const [assay] = found.summary.assays;
  if (!assay) throw new Error("The summary has no assay");
  const read = await readRankedValues(workspace, lab.projectId, assay);
  if (!read) throw new Error("The values of the assay cannot be read");
  const progress = roundProgress(read.values, found.steps, read.goal);
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
    next: found.next.kind,
    gains: roundGains(read.values, found.steps, read.goal).map(({ name, variants, gain, interval }) => ({
      name,
      variants,
      gain,
      interval,
    })),
  };
}

/** The same figures, computed with SQL from the rows of this moment. `loads` are the active imports of each round. */
async function expectedFigures(
  loads: readonly (readonly string[])[],
  designs: string | null,
  next: NextStep["kind"],
) {
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
    designs: designs === null ? [0] : [0, DESIGNS],
    measured: designs === null ? [0] : [0, measured.n],
    next,
    gains: await expectedGains(own.filter((_, at) => loads[at]?.length)),
  };
}

/** Gains of the rounds, computed with SQL. `own` are conditions for the rows of each round. */
async function expectedGains(own: readonly string[]) {
  const bestOf = (where: string) =>
    one(`SELECT mean AS best, n FROM (SELECT avg(activity) AS mean, count(activity) AS n FROM variants
      WHERE ${where} AND activity IS NOT NULL GROUP BY sequence) ORDER BY mean DESC LIMIT 1`);
  const variants = (where: string) =>
    one(`SELECT count(DISTINCT sequence) AS n FROM variants
      WHERE ${where} AND activity IS NOT NULL AND sequence <> '${REFERENCE}'`);
  const noise = await one(`SELECT sum((n - 1) * v) / sum(n - 1) AS variance, sum(n - 1) AS degrees FROM
    (SELECT var_samp(activity) AS v, count(activity) AS n FROM variants GROUP BY "$load_id", sequence) WHERE n > 1`);
  const [first = "", second] = own;
  const found = [
    {
      name: "round 1",
      variants: (await variants(first)).n,
      gain: null as unknown,
      interval: null as unknown,
    },
  ];
  if (second === undefined) return found;
  const [before, best] = [await bestOf(first), await bestOf(second)];
  const gain = (best.best ?? 0) - (before.best ?? 0);
  const error = Math.sqrt((noise.variance ?? 0) * (1 / (best.n ?? 0) + 1 / (before.n ?? 0)));
  const half = studentQuantile(noise.degrees ?? 0) * error;
  found.push({
    name: "round 2",
    variants: (await variants(second)).n,
    gain: expect.closeTo(gain, 9),
    interval: [gain - half, gain + half].map((end) => expect.closeTo(end, 9)),
  });
  return found;
}

/** Returns the latest import. */
async function latestLoad(): Promise<string> {
  const loads = await take(workspace.loads({ order: "DESC" }), 100);
  const id = loads.find(({ files }) => files.length > 0)?.id;
  if (id === undefined) throw new Error("There is no import");
  return id;
}

/** Returns the round that the clients choose. */
async function roundTo(purpose: RoundPurpose): Promise<string | null> {
  return (await openRound(workspace, lab.projectId, purpose))?.id ?? null;
}

test("the page of a project shows the current rows after each step of two rounds, whichever program wrote them", async () => {
  const pdp = await Pdp.open(lab);
  const variants = generateVariants(40, 7).map(({ sequence, activity }) => [sequence, activity] as const);
  await pdp.write("first.csv", csvOf([...variants, ...wells(0)]));
  const { stderr } = await pdp.run(["import", "first.csv", "--into", "variants"]);
  expect(stderr).toContain("round 1 of project is new");
  const initial = await latestLoad();
  const { version_id: version } = await workspace.table("variants");

  // As in the console: the request reads the version that its page showed, and selects its columns with a query.
  const training = await workspace.train(
    trainRequest({
      ...{
        project: lab.projectId,
        round: await roundTo("LEARN"),
        table: "variants",
        version,
        reference: REFERENCE,
      },
      ...{ sequenceColumn: "sequence", assays: [{ column: "activity", scale: "MULTIPLICATIVE" }] },
    }),
  );
  const { result: models } = await training.settled();
  expect(await shownFigures()).toEqual(await expectedFigures([[initial]], null, "design"));

  const { sampler, scorer } = (models as { models: Record<"sampler" | "scorer", { artifact_id: string }> })
    .models;
  const design = await workspace.engineer(
    engineerRequest({
      ...{
        project: lab.projectId,
        round: await roundTo("DESIGN"),
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
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], []], designs, "order"));

  // Results of a plate with some of the designs, better than everything before, by the command line.
  const chosen = await workspace.query<{ sequence: string }>(
    `SELECT sequence FROM ${designs} ORDER BY rank LIMIT 4`,
  );
  const results = (await chosen.rows()).map(({ sequence }, at) => [sequence, 20 + at] as const);
  await pdp.write("plate.csv", csvOf([...results, ...wells(0.25)]));
  await pdp.done("import", "plate.csv", "--into", "variants");
  const two = await latestLoad();
  const last = await shownFigures();
  expect(last).toEqual(await expectedFigures([[initial], [two]], designs, "train"));
  const shown = await pdp.json<{ gains: Record<string, unknown[]> }>("project", "show", lab.projectId);
  expect(shown.gains.activity).toMatchObject(last.gains);
  expect(await pdp.done("project", "show", lab.projectId)).toMatch(/^activity\s+round 2\s.*\sbetter$/m);

  await lab.api.post(`/data/load:undo?id=${two}`);
  expect((await lab.api.settled(two)).is_active).toBe(false);
  expect(await shownFigures()).toEqual(await expectedFigures([[initial], []], designs, "order"));
  await pdp.close();
});
