import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { runTask, type Trained } from "../../support/designLab.ts";
import { labWithVariants, REFERENCE, variantsCsv, waitForTask } from "../../support/taskLab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import { create, NOWHERE } from "../taskBodies.ts";

const DECIDED = "Decisions of 2026-11-22";
const FORMS =
  "`train/v2` | takes `{dataset, reference, assays, …}` and `{data: {kind, homologs, dataset}, assays, primary_objective}`";
const RESULT =
  "The result of a training run contains `models.kind` and `models.conditioned_sampler`, which may be null.";

const SMALL =
  "An assay with values for fewer than 10 different sequences, or with only one distinct value, is omitted if the training run can learn another assay. The report names it, and the scorer does not predict it.";
const USE =
  "A training report states what the predictions of each assay can be used for (`usable_for`), and the probability that ordering unseen variants by them helps (`usable_probability`): that their rank correlation is at least 0.3. ORDER requires a probability of at least 0.5. Otherwise, TOP requires that the tenth with the highest predictions contains at least twice as many variants of the highest measured tenth as expected by chance, with a p-value of at most 0.01. (If the primary objective minimizes the assay, the lowest tenths are compared.) Otherwise, `usable_for` is null.";

const BATCHES =
  "If rows have a `batch_id`, differences between batches are removed before models learn from the values. They are estimated from sequences measured in several batches, such as the reference: as a factor for MULTIPLICATIVE, as an offset for ADDITIVE, and by ranks within the batch for RANK. If a batch has fewer than two wells of such sequences, the means of batches are also compared, provided that the variants in them look like random samples of the same variants. The report states the correction (`batch_correction`) and this assumption.";

const FEATURES =
  "The dataset of a training run or analysis can name up to 4 columns in `features` that contain scores or vectors (an ARRAY of numbers) for its sequences, including rows without assay values. Models learn how each assay depends on each of these columns, as a sum over mutations, so that they can be computed for designs, too. The training report compares predictions with and without each of them, and with and without homologs (`spearman_without_scores`, `spearman_without_homologs`).";

const LEAKS =
  "A training run or analysis does not use a score or vector whose absolute rank correlation with an assay, in any dimension, is at least 0.95 over the mean values of at least 5 sequences, unless few values or many dimensions make this likely by chance; nor one that most sequences with a value of an assay have and most others lack; nor one that most measured substitutions have and most others at the same positions lack. Its report names them (`unused_scores`).";
/** Number from 0 to 0.64 that depends on the sequence, but not on its activity. */
const NOISE = "from_base(substr(to_hex(sha256(to_utf8(sequence))), 1, 2), 16) / 400e0";

/** All single substitutions, without values. */
const SINGLES = `(SELECT concat(substr('${REFERENCE}', 1, i - 1), residue, substr('${REFERENCE}', i + 1)) AS sequence FROM UNNEST(sequence(1, ${REFERENCE.length})) AS p(i) CROSS JOIN UNNEST(split('A C D E F G H I K L M N P Q R S T V W Y', ' ')) AS r(residue))`;

const dataset = { kind: "TABLE", table: "variants" };
const assays = [{ assay_id: "activity" }];
const primary_objective = { assay_id: "activity", direction: "MAXIMIZE" };
const SHAPES =
  "A task's result has the shape of an analysis, a training run, a design or a prediction; the API document distinguishes them by their fields.";
const artifact = { artifact_id: expect.stringMatching(/^\d+$/) };

let lab: ReturnType<typeof labWithVariants> | undefined;

function variantsLab(): ReturnType<typeof labWithVariants> {
  lab ??= labWithVariants(40);
  return lab;
}

interface SmallTraining {
  summary: string;
  figures: Record<string, unknown[]>;
  /** Assays known to the scorer. */
  known: unknown[];
}

let small: Promise<SmallTraining> | undefined;

/** Trains an assay that is the objective and has nine values, together with an empty assay. */
function smallTraining(): Promise<SmallTraining> {
  small ??= (async () => {
    const own = await variantsLab();
    const numbered = "SELECT *, row_number() OVER (ORDER BY sequence) AS place FROM variants";
    const query = `SELECT sequence, activity, IF(place <= 9, activity) AS few, CAST(NULL AS double) AS none FROM (${numbered})`;
    const { result } = await runTask<Trained>(own, "train/v2", {
      data: { kind: "DATASET", dataset: { kind: "QUERY", query } },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "few" }, { assay_id: "activity" }, { assay_id: "none" }],
      primary_objective: { assay_id: "few", direction: "MAXIMIZE" },
      seed: 1,
    });
    type Found = { data: Omit<SmallTraining, "known"> & { assays: unknown[] } };
    const find = (id: string) => own.api.get<Found>(`/data/artifact:get?id=${id}`);
    const { summary, figures } = (await find(result.report.artifact_id)).data;
    const { assays: known } = (await find(result.models.scorer.artifact_id)).data;
    return { summary, figures, known };
  })();
  return small;
}

export const trainRules: readonly Rule[] = [
  nightlyRule(DECIDED, FORMS, "a training run accepts homologs and measurements in one object", async () => {
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
  testedRule(
    "Clients: Tasks",
    RESULT,
    "a training run without homologs has no conditioned sampler",
    "test/journeys/designing.sampled.test.ts",
    "training creates a sampler, a scorer and a report on prediction quality",
  ),
  nightlyRule(
    "Clients: Tasks",
    SMALL,
    "a training run omits an assay with nine values, and an empty one",
    async () => {
      const { summary, figures, known } = await smallTraining();
      expect(summary).toContain('omitted, no model could be trained. Assay "few" has values for 9 distinct');
      expect(summary).toContain('Assay "none" has values for 0 distinct sequences');
      expect(summary).toContain("few is the primary objective. Without a model of it");
      expect(figures).toMatchObject({
        assay_ids: ["few", "activity", "none"],
        spearman: [null, expect.any(Number), null],
      });
      expect(known).toMatchObject([{ assay_id: "activity" }]);
    },
  ),
  nightlyRule(
    "Clients: Tasks",
    BATCHES,
    "a training run divides the values of a plate by its factor",
    async () => {
      const own = await variantsLab();
      const plates = "FROM (SELECT *, row_number() OVER (ORDER BY sequence) % 2 AS plate FROM variants)";
      const wells = `SELECT '${REFERENCE}', (1 + i / 100e0) * IF(plate = 1, 5, 1), plate FROM (VALUES 1, 2, 3, 4) t(i), (VALUES 0, 1) p(plate)`;
      const query = `SELECT sequence, activity * IF(plate = 1, 5, 1) AS activity, plate AS batch_id ${plates} UNION ALL ${wells}`;
      const { result } = await runTask<Trained>(own, "train/v2", {
        dataset: { kind: "QUERY", query },
        reference: { monomer: REFERENCE },
        assays: [{ assay_id: "activity", scale_type: "MULTIPLICATIVE" }],
        seed: 1,
      });
      const { data } = await own.api.get<{ data: Omit<SmallTraining, "known"> }>(
        `/data/artifact:get?id=${result.report.artifact_id}`,
      );
      expect(data.figures).toMatchObject({ batches: [2], batch_correction: ["FACTORS"] });
      const [, low, high] =
        data.summary.match(/divided by its factor: from ([\d.]+) \(“0”\) to ([\d.]+) \(“1”\)/) ?? [];
      expect(Number(high) / Number(low)).toBeCloseTo(5, 0);
    },
  ),
  nightlyRule(
    "Clients: Tasks",
    FEATURES,
    "a training run uses scores and vectors of measured and other sequences",
    async (site) => {
      const own = await variantsLab();
      const query = `SELECT sequence, activity, activity + ${NOISE} AS score, ARRAY[activity - ${NOISE}, 1e0] AS embedding FROM variants UNION ALL SELECT sequence, NULL, ${NOISE}, ARRAY[${NOISE}, 1e0] FROM ${SINGLES}`;
      const parameters = {
        dataset: { kind: "QUERY", query, features: ["score", "embedding"] },
        reference: { monomer: REFERENCE },
        assays,
        seed: 1,
      };
      const { result } = await runTask<Trained>(own, "train/v2", parameters);
      const { data } = await own.api.get<{ data: Omit<SmallTraining, "known"> }>(
        `/data/artifact:get?id=${result.report.artifact_id}`,
      );
      expect(data.summary).toMatch(
        /Scores and vectors that you provided are used as sums over mutations.*: score \(of \d+ sequences.*embedding \(/,
      );
      expect(data.figures.scores).toEqual(["score", "embedding"]);
      const { spearman = [], spearman_without_scores = [] } = data.figures;
      expect(spearman[0]).toBeGreaterThan(spearman_without_scores[0] as number);
      const many = { ...dataset, features: ["a", "b", "c", "d", "e"] };
      const answer = await create(site, "train/v2", { ...parameters, dataset: many });
      expectInvalid(answer, "body", "parameters", "dataset", "features");
      const missing = {
        context: { kind: "PROJECT", project_id: own.projectId },
        parameters: { ...parameters, dataset: { ...dataset, features: ["esm"] } },
      };
      await expect(own.api.post("/task/train/v2:create", missing)).rejects.toThrow('has no column "esm"');
    },
  ),
  rule("Clients: Tasks", LEAKS, "a training run does not use scores that repeat an assay", async () => {
    const own = await variantsLab();
    const query = `SELECT sequence, activity, 2 * activity + 3 AS score, ARRAY[1e0, -activity] AS embedding, activity + ${NOISE} AS other FROM variants UNION ALL SELECT sequence, NULL, NULL, NULL, ${NOISE} FROM ${SINGLES}`;
    const { result } = await runTask<Trained>(own, "train/v2", {
      dataset: { kind: "QUERY", query, features: ["score", "embedding", "other"] },
      reference: { monomer: REFERENCE },
      assays,
      folds: 2,
      seed: 1,
    });
    const { data } = await own.api.get<{ data: Omit<SmallTraining, "known"> }>(
      `/data/artifact:get?id=${result.report.artifact_id}`,
    );
    expect(data.figures).toMatchObject({ scores: ["other"], unused_scores: ["score", "embedding"] });
    expect(data.summary).toMatch(
      /The score "score" is not used: its rank correlation with activity is 1\.0 over/,
    );
  }),
  rule("Clients: Tasks", SMALL, "a training run without a learnable assay fails and names each", async () => {
    const own = await variantsLab();
    const query = "SELECT sequence, activity, 1 AS constant FROM variants ORDER BY sequence LIMIT 9";
    const parameters = {
      dataset: { kind: "QUERY", query },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity" }, { assay_id: "constant" }],
    };
    const context = { kind: "PROJECT", project_id: own.projectId };
    const { id } = await own.api.post<{ id: string }>("/task/train/v2:create", { context, parameters });
    expect((await waitForTask(own, id)).errors).toEqual([
      expect.stringMatching(/^The assay "activity" has values for 9 distinct sequences/),
      expect.stringMatching(/^The assay "constant" has values for 9 distinct sequences/),
    ]);
  }),
  rule("Clients: Tasks", USE, "a training run's report states the use of its predictions", async () => {
    const { figures, known } = await smallTraining();
    const [use] = figures.usable_for?.slice(1, 2) ?? [];
    expect(["ORDER", "TOP", null]).toContain(use);
    expect(figures).toMatchObject({
      usable_for: [null, use, null],
      usable: [false, use !== null, false],
      enrichment: [null, expect.any(Number), null],
      enrichment_p_value: [null, expect.any(Number), null],
    });
    expect(known).toMatchObject([{ usable: use !== null }]);
  }),
  rule(
    "Clients: Documentation",
    SHAPES,
    "the document's result schema accepts only a training run's",
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
  rule(
    DECIDED,
    FORMS,
    "unknown kinds of data, and an objective that is not an assay, are a 422",
    async (site) => {
      const { table } = NOWHERE;
      const data = { kind: "DATASET", dataset: { kind: "TABLE", table } };
      expectRefused(await create(site, "train/v2", { data, assays }), 404, "table_not_found");
      for (const other of [{ ...data, kind: "OTHER" }, { kind: "HOMOLOGS", dataset: data.dataset }, 5])
        expectInvalid(await create(site, "train/v2", { data: other, assays }), "body", "parameters", "data");
      const unknown = { data, assays, primary_objective: { ...primary_objective, assay_id: "colour" } };
      expectInvalid(await create(site, "train/v2", unknown), "body", "parameters", "primary_objective");
      expectInvalid(await create(site, "train/v2", { data }), "body", "parameters", "assays");
    },
  ),
];
