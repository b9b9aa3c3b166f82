import { beforeAll, describe, expect, it } from "vitest";
import {
  type Designed,
  type DesignLab,
  designLab,
  generator,
  runTask,
  score,
  type Trained,
} from "../support/designLab.ts";
import { request } from "../support/http.ts";
import { type Lab, scalar, sharedPlatform } from "../support/lab.ts";
import { REFERENCE, type TaskView } from "../support/taskLab.ts";

/** Sources of rows that are given as a list. */

let models: DesignLab;
let lab: Lab;

beforeAll(async () => {
  models = await designLab(sharedPlatform());
  lab = models.lab;
});

const VARIANTS = { kind: "TABLE", table: "variants" };
const ASSAYS = [{ assay_id: "activity" }];
const literal = (...rows: object[]) => ({ kind: "LITERAL", rows });
const variant = (position: number, letter: string) =>
  `${REFERENCE.slice(0, position)}${letter}${REFERENCE.slice(position + 1)}`;

const analyze = (dataset: unknown) =>
  runTask<TaskView & { data_load_id: null; status_details: never; result: never }>(lab, "analyze.data/v2", {
    dataset,
    reference: { monomer: REFERENCE },
    assays: ASSAYS,
  });

function create(type: string, parameters: object) {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task/${type}:create`;
  return request("POST", url, {
    ...lab,
    body: { context: { kind: "PROJECT", project_id: lab.projectId }, parameters },
  });
}

const refusal = async (dataset: unknown) => {
  const { status, body } = await create("analyze.data/v2", {
    dataset,
    reference: { monomer: REFERENCE },
    assays: ASSAYS,
  });
  const [problem] = body.detail as { loc: unknown[]; msg: string }[];
  return { status, ...problem };
};

const summaryOf = async ({ result }: { result: unknown }): Promise<string> => {
  const { report } = result as { report: { artifact_id: string } };
  return (await lab.api.get<{ data: { summary: string } }>(`/data/artifact:get?id=${report.artifact_id}`))
    .data.summary;
};

describe("a list of sources", () => {
  it("a data set can be a list of sources, whose columns are matched by name", async () => {
    const mutated = { kind: "QUERY", query: "SELECT 'T3G' AS mutations, 1.5e0 AS ACTIVITY" };
    const listed = literal({ note: "new", protein: variant(4, "W"), activity: 2 });
    const task = await analyze([
      VARIANTS,
      { ...mutated, mutations: "mutations" },
      { ...listed, sequence_column: "protein" },
      literal({ sequence: variant(5, "W") }),
    ]);
    const { data_snapshots: snapshots } = task;
    expect(Object.keys(snapshots).sort()).toEqual(["dataset.0", "dataset.1", "dataset.2", "dataset.3"]);
    const count = (path: string) => scalar(lab, `SELECT count(*) FROM snapshots.id_${snapshots[path]}`);
    expect(Number(await count("dataset.0"))).toBe(60);
    expect(Number(await count("dataset.2"))).toBe(1);
    expect(await summaryOf(task)).toMatch(/^63 rows/);
  });

  it("different types of a column in a list of sources are a 422 that names both", async () => {
    expect(await refusal([VARIANTS, literal({ sequence: REFERENCE, activity: "high" })])).toMatchObject({
      status: 422,
      loc: ["body", "parameters", "dataset", 1],
      msg: 'The column "activity" is a varchar here, but a double in the table "variants" (source 1): convert one of them with a QUERY',
    });
    const dated = {
      kind: "QUERY",
      query: "SELECT sequence, activity, DATE '2026-01-31' AS batch_id FROM variants",
    };
    expect(await refusal([dated, VARIANTS])).toMatchObject({
      status: 422,
      loc: ["body", "parameters", "dataset", 1],
      msg: expect.stringContaining(
        'The column "batch_id" is a varchar here, but a date in the query (source 1)',
      ),
    });
    expect((await refusal([])).msg).toBe("A list of sources must not be empty");
    expect((await refusal([VARIANTS, { kind: "TABLE", table: "none" }])).status).toBe(404);
  });

  it("homologs, controls, candidates and assemblies can be lists of sources", async () => {
    const homologs = [{ kind: "LIST", sequences: [variant(3, "V")] }, VARIANTS];
    const trained = await runTask<Trained>(lab, "train/v2", {
      data: { kind: "MONOMER", homologs, dataset: [VARIANTS] },
      assays: ASSAYS,
      seed: 1,
    });
    expect(Object.keys(trained.data_snapshots).sort()).toEqual(["data.dataset.0", "data.homologs.1"]);
    const listed = [literal({ sequence: variant(3, "V") }), literal({ sequence: variant(4, "V") })];
    const explicit = (alias: string) => ({
      type: "EXPLICIT",
      source: { kind: "MONOMER", source: listed },
      alias,
    });
    const designed = await runTask(lab, "engineer/v2", {
      generator: { type: "PARALLEL", ensemble: [generator(models), explicit("listed")] },
      ranker: {
        ...score(models),
        scorer_config: { kind: "MONOMER_SCORER", scorer: models.scorer, controls: listed },
      },
      num_assemblies: 4,
      seed: 1,
    });
    expect(Object.keys(designed.data_snapshots).sort()).toEqual([
      "generator.ensemble.1.source.source.0",
      "generator.ensemble.1.source.source.1",
      "ranker.scorer_config.controls.0",
      "ranker.scorer_config.controls.1",
    ]);
    const selected = await runTask<Designed>(lab, "select/v2", {
      assemblies: { kind: "MONOMER", source: listed },
      ranker: { type: "PRE_RANKED" },
      min_assemblies_to_select: 2,
      max_assemblies_to_select: null,
    });
    const { table } = selected.result.selected_assemblies;
    expect(Number(await scalar(lab, `SELECT count(*) FROM ${table}`))).toBe(2);
  });

  it("rows of a request may contain lists and structures, which SQL reads as such", async () => {
    const nested = {
      sequence: variant(3, "V"),
      activity: 1,
      vector: [1, 2.5],
      well: { plate: "P1", at: [1] },
    };
    const other = { sequence: variant(4, "V"), activity: 2, vector: [3, null], well: { plate: null } };
    const task = await analyze(literal(nested, { ...other, vector: null }));
    expect(task.parameters).toMatchObject({ dataset: { rows: [nested, { ...other, vector: null }] } });
    const name = `snapshots.id_${task.data_snapshots.dataset}`;
    expect(await scalar(lab, `SELECT sum(vector[2]) FROM ${name}`)).toBe(2.5);
    expect(await scalar(lab, `SELECT max(well.plate) FROM ${name}`)).toBe("P1");
    expect(await scalar(lab, `SELECT max(well.at[1]) FROM ${name}`)).toBe(1);
    const wrong = await refusal(literal(nested, { ...other, vector: ["x"] }));
    expect(wrong.msg).toContain('Row 2, column "vector"');
    expect((await refusal(literal({ sequence: REFERENCE, well: {} }))).msg).toContain("has no fields");
  });
});
