import { expect } from "vitest";
import {
  CANDIDATE_COUNTS,
  generator,
  likelihood,
  runDesignTask,
  trainedLab,
} from "../../support/designLab.ts";
import { REFERENCE, waitForTask } from "../../support/taskLab.ts";
import { expectInvalid, expectRefused, expectSuccess, isTime } from "../expectations.ts";
import { newTable } from "../given.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeArtifactRecord, storeTaskRecord } from "../stored.ts";
import { create, MONOMER, materialOf, NOWHERE, PARAMETERS, withValue } from "../taskBodies.ts";

const TASKS = "Clients: Tasks";
const DECIDED = "Decisions of 2026-11-22";
const DETAILS = "`status_details` | null once a train task has ended; engineer always has its seven counts";
const MARGIN =
  "`margin` of a relative objective | a factor for MULTIPLICATIVE assays, a difference for ADDITIVE ones";
const DISCOURAGED = "`discourage_mutations` | fewer designs are mutated there; nothing is forbidden by it";
const REDUNDANCY = "`hit_redundancy: null` | 1 + n/30, rounded down";
const START = "position 1 of a reference that starts with M | protected in designs unless asked otherwise";
const COUNTED =
  "A design task reports all of its counts from the start of `EXECUTING`. A `FAILED` task reports its last counts.";
const PROGRESS =
  "Tasks of every type report `progress` (`fraction` from 0 to 1, `phase`, `step`, `num_steps`), `started_at` and `ended_at`. `progress` is null for failed and cancelled tasks.";
const AT_CREATION =
  "Impossible parameters result in a 422 when a task is created: an assay missing from its table or scorer, a model of another length, or requirements that no sequence can meet.";
const NO_OBJECTIVE =
  "The `primary_objective` of engineer may be null. Designs are then ranked by the probability that all constraints are met, and by plausibility.";
const OBJECTIVES =
  "The `direction` of an engineer objective may be TARGET: the closer a design's value is to `reference`, the better. `secondary_objectives` are objectives for other assays. Designs are ranked by the weighted mean (`weight`, 1 by default) of their gains in the objectives, in standard deviations of the measured values. The report shows the Pareto front: the designs that are not exceeded by any other design in all objectives.";
const KEEPS_START =
  "If a template starts with M, diversify and engineer do not mutate position 1 unless the generator's `allow_start_mutation` is true.";

const DESIGNS = ["diversify/v2", "engineer/v2"] as const;

/** Returns the sequences designed by diversify. */
async function diversified(
  more: object,
  { wanted = 12, redundancy }: { wanted?: number; redundancy?: number | null } = {},
): Promise<string[]> {
  const lab = await trainedLab();
  const ranker = { ...likelihood(lab), ...(redundancy === undefined ? {} : { hit_redundancy: redundancy }) };
  const parameters = { generator: generator(lab, more), ranker, num_assemblies: wanted, seed: 1 };
  const { rows } = await runDesignTask(lab, "diversify/v2", parameters);
  return rows.map(({ sequence }) => sequence);
}

/** Returns the models for one of the lab's engineer tasks; the scorer has one assay for each scale. */
async function knownModels(site: Site) {
  const assays = [
    { assay_id: "fitness", scale_type: "MULTIPLICATIVE" },
    { assay_id: "tm", scale_type: "ADDITIVE" },
  ];
  const data = { reference: MONOMER, assays };
  const { id: scorer } = await storeArtifactRecord(site, { type: "model.scorer/v1", data });
  const { id: sampler } = await storeArtifactRecord(site, {
    type: "model.sampler/v1",
    data: { reference: MONOMER },
  });
  return { ...(await materialOf(site)), scorer, sampler };
}

/** Requires that a task was created, and cancels it because no row waits for it. */
async function createdAndEnded(site: Site, answer: Awaited<ReturnType<typeof create>>): Promise<void> {
  await site.post(`/task:cancel?id=${expectSuccess(answer).id}`);
}

export const designRules: readonly Rule[] = [
  rule(DECIDED, DETAILS, "an ended training has no details", async (site) => {
    const status_details = { phase: "SCORER", step: 3, num_steps: 9 };
    const { id } = await storeTaskRecord(site, { type: "train/v2", state: "EXECUTING", status_details });
    expect(expectSuccess(await site.get(`/task:get?id=${id}`)).status_details).toBeNull();
    expect(expectSuccess(await site.post(`/task:cancel?id=${id}`)).status_details).toBeNull();
  }),
  rule(TASKS, PROGRESS, "a cancelled and recovered task has progress and times", async (site) => {
    const status_details = { phase: "SCORER", step: 3, num_steps: 9 };
    const { id } = await storeTaskRecord(site, { type: "train/v2", state: "EXECUTING", status_details });
    expect(expectSuccess(await site.get(`/task:get?id=${id}`))).toMatchObject({
      progress: { fraction: 0.4, phase: "SCORER", step: 3, num_steps: 9 },
      ended_at: null,
    });
    const cancelled = expectSuccess(await site.post(`/task:cancel?id=${id}`));
    expect(cancelled).toMatchObject({ progress: null, ended_at: isTime });
    const recovered = expectSuccess(await site.post(`/task:recover?id=${id}`));
    expect(recovered).toMatchObject({ started_at: isTime, ended_at: null });
    await site.post(`/task:cancel?id=${id}`);
  }),
  testedRule(
    TASKS,
    PROGRESS,
    "a completed task has progress and times",
    "test/journeys/designing.sampled.test.ts",
    "training creates a sampler, a scorer and a report on prediction quality",
  ),
  nightlyRule(DECIDED, DETAILS, "an engineer task has seven counts from execution to end", async () => {
    const lab = await trainedLab();
    const parameters = {
      generator: generator(lab),
      ranker: {
        type: "SCORE_BASED",
        primary_objective: null,
        constraints: [
          {
            measure: { assay_id: "tm", direction: "MAXIMIZE" },
            threshold: { reference: { monomer: REFERENCE } },
          },
        ],
        scorer_config: { kind: "MONOMER_SCORER", scorer: lab.scorer },
      },
      num_assemblies: 6,
      seed: 1,
    };
    const { task, rows } = await runDesignTask(lab, "engineer/v2", parameters);
    expect(Object.keys(task.status_details).sort()).toEqual(
      [...CANDIDATE_COUNTS, "population_stability"].sort(),
    );
    const { num_candidates_filtered: filtered = 0, num_candidates_rejected: rejected = 0 } =
      task.status_details;
    expect(filtered + rejected + 6).toBe(task.status_details.num_candidates_unique);
    const probabilities = rows.map((row) => row.constraint_probability ?? 0);
    expect(Math.min(...probabilities)).toBeGreaterThan(0.5);
  }),
  rule(TASKS, COUNTED, "a cancelled or recovered design task has all counts", async (site) => {
    const parameters = PARAMETERS["engineer/v2"](await knownModels(site));
    const fresh = Object.fromEntries(
      CANDIDATE_COUNTS.map((name) => [name, name === "target_num_candidates" ? 2 : 0]),
    );
    const { id } = await storeTaskRecord(site, { type: "engineer/v2", parameters, state: "EXECUTING" });
    expect(expectSuccess(await site.post(`/task:cancel?id=${id}`)).status_details).toEqual(fresh);
    expect(expectSuccess(await site.post(`/task:recover?id=${id}`)).status_details).toEqual(fresh);
    await site.post(`/task:cancel?id=${id}`);
  }),
  nightlyRule(TASKS, COUNTED, "a failed design task keeps the counts of its search", async () => {
    const { lab, ...models } = await trainedLab();
    const constraints = [{ measure: { assay_id: "tm", direction: "MAXIMIZE" }, threshold: 1e6 }];
    const parameters = {
      generator: generator(models),
      ranker: likelihood(models),
      filterers: [
        { kind: "SCORED_FILTERER", scorer: { kind: "MONOMER", scorer: models.scorer }, constraints },
      ],
      num_assemblies: 5,
    };
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const { id } = await lab.api.post<{ id: string }>("/task/diversify/v2:create", { context, parameters });
    const task = (await waitForTask(lab, id)) as unknown as {
      state: string;
      errors: string[];
      status_details: Record<string, number>;
    };
    expect(task.state).toBe("FAILED");
    expect(task.errors.join(" ")).toMatch(/passes the filters: lower their thresholds/);
    const { num_candidates_unique: unique } = task.status_details;
    expect(unique).toBeGreaterThan(0);
    expect(task.status_details).toMatchObject({
      num_candidates_filtered: unique,
      num_candidates_rejected: 0,
      num_candidates_selected: 0,
      target_num_candidates: 5,
    });
  }),
  rule(DECIDED, MARGIN, "a margin of 0 or less is a 422 only for a MULTIPLICATIVE assay", async (site) => {
    const parameters = PARAMETERS["engineer/v2"](await knownModels(site));
    const place = ["ranker", "constraints", 0];
    const send = (assay_id: string, margin: number) => {
      const measure = { assay_id, direction: "MAXIMIZE" };
      const threshold = { reference: { monomer: MONOMER }, margin };
      return create(site, "engineer/v2", withValue(parameters, place, { measure, threshold }));
    };
    for (const margin of [0, -2]) {
      const answer = await send("fitness", margin);
      expectInvalid(answer, "body", "parameters", ...place, "threshold", "margin");
      expect(answer.body.detail[0].msg).toMatch(/a factor above 0/);
    }
    await createdAndEnded(site, await send("fitness", 1.5));
    await createdAndEnded(site, await send("tm", -2));
  }),
  nightlyRule(DECIDED, MARGIN, "a margin is a factor of the prediction for the sequence", async () => {
    const lab = await trainedLab();
    const half = { reference: { monomer: REFERENCE }, margin: 0.5 };
    const constraints = [{ measure: { assay_id: "activity", direction: "MAXIMIZE" }, threshold: half }];
    const filterer = {
      kind: "SCORED_FILTERER",
      scorer: { kind: "MONOMER", scorer: lab.scorer },
      constraints,
    };
    const parameters = {
      generator: generator(lab, { max_mutations: 1 }),
      ranker: likelihood(lab),
      filterers: [filterer],
      num_assemblies: 5,
      seed: 1,
    };
    // Nearly every design reaches half of the reference value; hardly any would be half a unit above it.
    const { rows } = await runDesignTask(lab, "diversify/v2", parameters);
    for (const row of rows) expect(row.constraint_probability).toBeGreaterThan(0.9);
  }),
  nightlyRule(
    DECIDED,
    DISCOURAGED,
    "discouraged positions mutate in fewer designs, but may mutate",
    async () => {
      const discouraged = (from: number, to: number) => ({
        discourage_mutations: { ranges: { monomer: [[from, to]] } },
      });
      const changed = (designs: string[], to: number): number =>
        designs.filter((design) => design.slice(0, to) !== REFERENCE.slice(0, to)).length;
      const [without, half, whole] = [
        await diversified({}),
        await diversified(discouraged(0, 16)),
        await diversified(discouraged(0, 32)),
      ];
      expect(changed(half, 16)).toBeLessThan(changed(without, 16));
      expect(changed(whole, 32)).toBe(whole.length);
    },
  ),
  rule(DECIDED, DISCOURAGED, "more mutations than encouraged positions may be requested", async (site) => {
    for (const type of DESIGNS) {
      const ranges = { monomer: [[0, MONOMER.length]] };
      const whole = PARAMETERS[type](NOWHERE);
      expectRefused(
        await create(site, type, withValue(whole, ["generator", "discourage_mutations"], { ranges })),
        404,
      );
    }
  }),
  nightlyRule(DECIDED, REDUNDANCY, "hit_redundancy defaults to 1 for 29 designs and 2 for 30", async () => {
    for (const [wanted, redundancy] of [
      [29, 1],
      [30, 2],
    ] as const) {
      const unstated = await diversified({}, { wanted, redundancy: null });
      expect(unstated).toEqual(await diversified({}, { wanted, redundancy }));
    }
  }),
  nightlyRule(DECIDED, START, "every design keeps a start methionine", async () => {
    for (const design of await diversified({ max_mutations: 8 })) expect(design[0]).toBe("M");
  }),
  nightlyRule(TASKS, KEEPS_START, "a start methionine may mutate on request", async (site) => {
    const requirements = [{ apply_to: { ranges: { monomer: [[0, 1]] } }, motifs: ["M"], operator: "none" }];
    const known = await knownModels(site);
    for (const type of DESIGNS) {
      const parameters = withValue(PARAMETERS[type](known), ["generator", "requirements"], requirements);
      expectInvalid(await create(site, type, parameters), "body", "parameters", "generator", "requirements");
      const allowed = withValue(parameters, ["generator", "allow_start_mutation"], true);
      await createdAndEnded(site, await create(site, type, allowed));
    }
    const designs = await diversified({ requirements, allow_start_mutation: true });
    for (const design of designs) expect(design[0]).not.toBe("M");
  }),
  rule(
    TASKS,
    OBJECTIVES,
    "an engineer task accepts a target and a secondary objective, but not two objectives of one assay",
    async (site) => {
      const parameters = PARAMETERS["engineer/v2"](await knownModels(site));
      const objective = (assay_id: string) => ({ measure: { assay_id, direction: "TARGET" }, reference: 1 });
      const with2 = (second: string): object => {
        const first = withValue(parameters, ["ranker", "primary_objective"], objective("fitness"));
        return withValue(first, ["ranker", "secondary_objectives"], [{ ...objective(second), weight: 2 }]);
      };
      await createdAndEnded(site, await create(site, "engineer/v2", with2("tm")));
      const place = ["ranker", "secondary_objectives", 0, "measure", "assay_id"];
      for (const twice of ["fitness", "colour"])
        expectInvalid(await create(site, "engineer/v2", with2(twice)), "body", "parameters", ...place);
    },
  ),
  rule(TASKS, NO_OBJECTIVE, "an engineer task may have a null or absent objective", async (site) => {
    const parameters = PARAMETERS["engineer/v2"](await knownModels(site));
    const place = ["ranker", "primary_objective"];
    await createdAndEnded(site, await create(site, "engineer/v2", withValue(parameters, place, null)));
    await createdAndEnded(site, await create(site, "engineer/v2", withValue(parameters, place)));
  }),
  rule(TASKS, AT_CREATION, "an assay unknown to the scorer is a 422 that names it", async (site) => {
    const parameters = PARAMETERS["engineer/v2"](await knownModels(site));
    for (const place of [
      ["ranker", "primary_objective", "measure", "assay_id"],
      ["ranker", "constraints", 0, "measure", "assay_id"],
      ["filterers", 0, "constraints", 0, "measure", "assay_id"],
    ]) {
      const answer = await create(site, "engineer/v2", withValue(parameters, place, "colour"));
      expectInvalid(answer, "body", "parameters", ...place);
      expect(answer.body.detail[0].msg).toContain(
        'has no assay "colour"; it was trained for "fitness", "tm"',
      );
    }
  }),
  rule(TASKS, AT_CREATION, "an assay that is not a numeric column of its table is a 422", async (site) => {
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "note", type: "STRING" },
      { name: "fitness", type: "FLOAT64" },
    ];
    const { reference: table } = await newTable(site, { columns });
    for (const type of ["analyze.data/v2", "train/v2"] as const) {
      const parameters = PARAMETERS[type]({ ...NOWHERE, table });
      for (const assay_id of ["colour", "note"]) {
        const answer = await create(site, type, withValue(parameters, ["assays", 0, "assay_id"], assay_id));
        expectInvalid(answer, "body", "parameters", "assays", 0, "assay_id");
      }
      await createdAndEnded(site, await create(site, type, parameters));
    }
    const { reference: other } = await newTable(site);
    const answer = await create(site, "train/v2", PARAMETERS["train/v2"]({ ...NOWHERE, table: other }));
    expectInvalid(answer, "body", "parameters", "dataset", "table");
  }),
  rule(TASKS, AT_CREATION, "requirements that no sequence meets are a 422", async (site) => {
    const known = await knownModels(site);
    const requirement = (operator: string, motifs: string[]) => ({
      apply_to: { ranges: { monomer: [[2, 4]] } },
      motifs,
      operator,
    });
    for (const type of DESIGNS) {
      for (const requirements of [
        [requirement("all", ["WW", "CC"])],
        [requirement("any", ["WW"]), requirement("none", ["W"])],
        [{ apply_to: { ranges: { monomer: [[0, 5]] } }, motifs: ["M"], operator: "none" }],
      ]) {
        const parameters = withValue(PARAMETERS[type](known), ["generator", "requirements"], requirements);
        const answer = await create(site, type, parameters);
        expectInvalid(answer, "body", "parameters", "generator", "requirements");
        if (requirements[0]?.motifs[0] === "M")
          expect(answer.body.detail[0].msg).toMatch(
            /cannot be met while position 1 of the template remains unchanged/,
          );
      }
    }
  }),
  rule(TASKS, AT_CREATION, "a model of a different length than the template is a 422", async (site) => {
    const parameters = PARAMETERS["diversify/v2"](await knownModels(site));
    const { id } = await storeArtifactRecord(site, { type: "model.sampler/v1", data: { reference: "MKV" } });
    for (const place of [
      ["generator", "template", "sampler", "artifact_id"],
      ["ranker", "sampler_config", "sampler", "artifact_id"],
    ]) {
      const answer = await create(site, "diversify/v2", withValue(parameters, place, id));
      expectInvalid(answer, "body", "parameters", ...place);
      expect(answer.body.detail[0].msg).toMatch(/trained for a protein of 3 residues/);
    }
  }),
];
