import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { runTask, type Trained } from "../../support/designLab.ts";
import { labWithVariants, REFERENCE, variantsCsv } from "../../support/taskLab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { type Rule, rule } from "../rule.ts";
import { create, NOWHERE } from "../taskBodies.ts";

const DECIDED = "Decisions of 2026-11-22";
const FORMS =
  "`train/v2` | takes `{dataset, reference, assays, …}` and `{data: {kind, homologs, dataset}, assays, primary_objective}`";
const RESULT =
  "The result of a training has `models.kind`, and `models.conditioned_sampler`, which is null where there is none.";

const dataset = { kind: "TABLE", table: "variants" };
const assays = [{ assay_id: "activity" }];
const primary_objective = { assay_id: "activity", direction: "MAXIMIZE" };
const SHAPES =
  "A task's result is that of an analysis, of a training, of a design or of a prediction, which the API document tells apart by their fields.";
const artifact = { artifact_id: expect.stringMatching(/^\d+$/) };

let lab: ReturnType<typeof labWithVariants> | undefined;

function variantsLab(): ReturnType<typeof labWithVariants> {
  lab ??= labWithVariants(40);
  return lab;
}

export const trainRules: readonly Rule[] = [
  rule(DECIDED, FORMS, "a training takes homologs and measurements in one object", async () => {
    const own = await variantsLab();
    const homologs = {
      kind: "LIST",
      sequences: [REFERENCE, `A${REFERENCE.slice(1)}`, `${REFERENCE.slice(0, -1)}A`],
    };
    const data = { kind: "HOMOLOGS", homologs, dataset };
    const { result } = await runTask<Trained>(own, "train/v2", {
      data,
      assays,
      primary_objective,
      seed: 1,
    });
    expect(result).toEqual({
      models: { kind: "MONOMER", sampler: artifact, conditioned_sampler: artifact, scorer: artifact },
      report: artifact,
    });
    const { artifact_id } = result.models.sampler;
    const sampler = await own.api.get<{ data: { reference: string } }>(
      `/data/artifact:get?id=${artifact_id}`,
    );
    expect(sampler.data.reference).toBe(variantsCsv(1).split("\n")[1]?.split(",")[0]);
  }),
  rule("Clients: Tasks", RESULT, "a training without homologs has no conditioned sampler", async () => {
    const parameters = {
      data: { kind: "DATASET", dataset },
      reference: { monomer: REFERENCE },
      assays,
      primary_objective,
      seed: 1,
    };
    const { result } = await runTask<Trained>(await variantsLab(), "train/v2", parameters);
    expect(result.models).toEqual({
      kind: "MONOMER",
      sampler: artifact,
      conditioned_sampler: null,
      scorer: artifact,
    });
  }),
  rule(
    "Clients: Documentation",
    SHAPES,
    "the document's schema of results takes that of a training alone",
    async (site) => {
      const { components } = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
      const isResult = new Ajv2020({ strict: false }).compile(components.schemas.Task.properties.result);
      const id = { artifact_id: "1" };
      const models = { kind: "MONOMER", sampler: id, conditioned_sampler: null, scorer: id };
      expect(isResult({ models, report: id })).toBe(true);
      expect(isResult({ selected_assemblies: { table: "tasks.task_1.designs" }, report: id })).toBe(true);
      expect(isResult({ report: id })).toBe(true);
      expect(isResult(null)).toBe(true);
      expect(isResult({ models: { ...models, kind: "OTHER" }, report: id })).toBe(false);
      expect(isResult({ models, selected_assemblies: { table: "t" }, report: id })).toBe(false);
    },
  ),
  rule(DECIDED, FORMS, "data of no known kind and an objective that is no assay are a 422", async (site) => {
    const { table } = NOWHERE;
    const data = { kind: "DATASET", dataset: { kind: "TABLE", table } };
    expectRefused(await create(site, "train/v2", { data, assays }), 404, "table_not_found");
    for (const other of [{ ...data, kind: "OTHER" }, { kind: "HOMOLOGS", dataset: data.dataset }, 5])
      expectInvalid(await create(site, "train/v2", { data: other, assays }), "body", "parameters", "data");
    const unknown = { data, assays, primary_objective: { ...primary_objective, assay_id: "colour" } };
    expectInvalid(await create(site, "train/v2", unknown), "body", "parameters", "primary_objective");
    expectInvalid(await create(site, "train/v2", { data }), "body", "parameters", "assays");
  }),
];
