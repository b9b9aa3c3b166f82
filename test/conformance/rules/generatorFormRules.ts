import { expect } from "vitest";
import {
  generator,
  likelihood,
  runDesignTask,
  runTask,
  score,
  type Trained,
  trainedLab,
} from "../../support/designLab.ts";
import { REFERENCE, waitForTask } from "../../support/taskLab.ts";
import { expectInvalid } from "../expectations.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { create, NOWHERE, PARAMETERS, withValue } from "../taskBodies.ts";

const SHAPES = "Decisions of 2026-11-26: Shapes";
const MONOMER =
  "`train/v2` `data.kind` | `MONOMER` (with `homologs` and a nullable `dataset`), beside today's forms. `dataset: null` trains a sampler alone; then `assays` is empty and `primary_objective` null";
const COMBINED =
  "generators `PARALLEL`, `SEQUENTIAL` | `{type, ensemble: [generator, …], alias}`; nesting is allowed";
const EXPLICIT = "`EXPLICIT` | `{type, source: {kind: MONOMER, source: <table source>}, alias}`";
const LIBRARY =
  "`COMBINATORIAL` | `{type, template: {monomer}, max_mutations, allowed_mutations: [{in_range: {ranges}, amino_acids: [..]}], requirements, alias}`";
const PROVENANCE =
  "`generator_provenance` | a column of `selected_assemblies`: the alias of the generator that made the row";
const SELECT =
  "`select/v2` | new task type: `{assemblies: {kind: MONOMER, source}, ranker, min_assemblies_to_select, max_assemblies_to_select}`; `ranker` as in diversify or engineer, or `{type: PRE_RANKED, hit_redundancy: 3}`; result `{selected_assemblies: {table}}`";
const CLIENT_TASKS = "Clients: Tasks and their data";
const FIFTY =
  "A task accepts up to 50 assays, each with an `assay_id` of at most 128 characters, and up to 50 constraints. `max_assemblies_to_select` may be null: as many as qualify.";
const NO_ASSAYS = "`analyze.data/v1` without assays | accepted: reports on sequences alone";

const LISTED = [REFERENCE.replace(/.$/, "A"), REFERENCE.replace(/.$/, "C"), `W${REFERENCE.slice(1)}`];
const rows = { kind: "LITERAL", rows: LISTED.map((sequence) => ({ sequence })) };
const explicit = (alias: string | null, source: object = rows) => ({
  type: "EXPLICIT",
  source: { kind: "MONOMER", source },
  alias,
});
const library = (alias: string | null, first: number, amino_acids: string[]) => ({
  type: "COMBINATORIAL",
  template: { monomer: REFERENCE },
  max_mutations: 1,
  allowed_mutations: [{ in_range: { ranges: { monomer: [[first, first + 1]] } }, amino_acids }],
  requirements: [],
  alias,
});
const ensemble = (type: string, alias: string | null, ...members: object[]) => ({
  type,
  ensemble: members,
  alias,
});

/** Returns the alias of each design's generator, by sequence. */
function provenance(designs: readonly object[]): Record<string, string | null> {
  const cells = designs as { sequence: string; generator_provenance: string | null }[];
  return Object.fromEntries(cells.map((row) => [row.sequence, row.generator_provenance]));
}

async function refused(site: Site, generator: object, ...loc: (string | number)[]): Promise<void> {
  const parameters = withValue(PARAMETERS["diversify/v2"](NOWHERE), ["generator"], generator);
  expectInvalid(await create(site, "diversify/v2", parameters), "body", "parameters", "generator", ...loc);
}

export const generatorFormRules: readonly Rule[] = [
  nightlyRule(
    SHAPES,
    COMBINED,
    "nested generators each produce designs, and each source is read",
    async () => {
      const lab = await trainedLab();
      const after = { ...library("after", 5, ["W"]), max_mutations: 2 };
      const nested = ensemble("CHAINED", "then", explicit("starts"), after);
      const stated = ensemble("PARALLEL", "all", explicit("screen"), library(null, 3, ["W", "Y"]), nested);
      const parameters = { generator: stated, ranker: likelihood(lab), num_assemblies: 50, seed: 1 };
      const { task, rows: designs } = await runDesignTask(lab, "diversify/v2", parameters);
      const made = Object.values(provenance(designs));
      expect([...new Set(made)].toSorted()).toEqual(["after", "all", "screen"]);
      const paths = ["generator.ensemble.0.source.source", "generator.ensemble.2.ensemble.0.source.source"];
      expect(Object.keys((task as unknown as { data_snapshots: object }).data_snapshots)).toEqual(paths);
    },
  ),
  rule(SHAPES, COMBINED, "a combination has limits of order, depth and length", async (site) => {
    const chained = (...members: object[]) => ensemble("CHAINED", null, ...members);
    await refused(site, chained(library(null, 1, ["A"]), explicit(null)), "ensemble", 1, "type");
    const short = { ...library(null, 1, ["A"]), template: { monomer: "MKV" } };
    await refused(site, chained(library(null, 1, ["A"]), short), "ensemble", 1, "template");
    const deep = Array.from({ length: 6 }).reduce<object>((inner) => chained(inner), library(null, 1, ["A"]));
    await refused(site, deep, "ensemble");
    await refused(site, { type: "PARALLEL", ensemble: [], alias: null }, "ensemble");
  }),
  nightlyRule(SHAPES, EXPLICIT, "engineer ranks the sequences of a source with a scorer alone", async () => {
    const lab = await trainedLab();
    const parameters = { generator: explicit("screen"), ranker: score(lab), num_assemblies: 3, seed: 1 };
    const { rows: designs } = await runDesignTask(lab, "engineer/v2", parameters);
    expect(designs.map(({ sequence }) => sequence).toSorted()).toEqual(LISTED.toSorted());
    expect(new Set(designs.map(({ parent }) => parent))).toEqual(new Set([REFERENCE]));
  }),
  nightlyRule(SHAPES, EXPLICIT, "sequences of another length fail the task with a message", async () => {
    const lab = await trainedLab();
    const other = { kind: "LITERAL", rows: [{ sequence: `${REFERENCE}AA` }, { sequence: REFERENCE }] };
    const parameters = { generator: explicit(null, other), ranker: likelihood(lab), num_assemblies: 3 };
    const context = { kind: "PROJECT", project_id: lab.lab.projectId };
    const { id } = await lab.lab.api.post<{ id: string }>("/task/diversify/v2:create", {
      context,
      parameters,
    });
    expect((await waitForTask(lab.lab, id)).errors.join()).toMatch(/^1 of the 2 listed sequences/);
  }),
  nightlyRule(
    SHAPES,
    LIBRARY,
    "a library contains the residues of its ranges and the template's",
    async () => {
      const lab = await trainedLab();
      const parameters = {
        generator: library("library", 4, ["A", "C", "D"]),
        ranker: { ...likelihood(lab), hit_redundancy: 3 },
        num_assemblies: 20,
      };
      const { rows: designs } = await runDesignTask(lab, "diversify/v2", { ...parameters, seed: 1 });
      const expected = ["A", "C", "D"].map((letter) => REFERENCE.slice(0, 4) + letter + REFERENCE.slice(5));
      expect(designs.map(({ sequence }) => sequence).toSorted()).toEqual(
        expected.filter((sequence) => sequence !== REFERENCE).toSorted(),
      );
    },
  ),
  rule(SHAPES, LIBRARY, "ranges beyond the template, and unknown residues, are refused", async (site) => {
    const allowed = ["allowed_mutations", 0];
    await refused(site, library(null, 40, ["A"]), ...allowed, "in_range", "ranges", "monomer", 0);
    await refused(site, library(null, 1, ["B"]), ...allowed, "amino_acids", 0);
  }),
  nightlyRule(SHAPES, PROVENANCE, "a design has its generator's alias, or null", async () => {
    const lab = await trainedLab();
    for (const alias of ["model", null]) {
      const stated = {
        generator: generator(lab, { alias }),
        ranker: likelihood(lab),
        num_assemblies: 4,
        seed: 1,
      };
      const { rows: designs } = await runDesignTask(lab, "diversify/v2", stated);
      expect(new Set(Object.values(provenance(designs)))).toEqual(new Set([alias]));
    }
  }),
  nightlyRule(
    SHAPES,
    MONOMER,
    "a training run without measurements creates a sampler that can design",
    async () => {
      const lab = await trainedLab();
      const homologs = { kind: "LITERAL", rows: [{ sequence: REFERENCE }, ...rows.rows] };
      const parameters = {
        data: { kind: "MONOMER", homologs, dataset: null },
        assays: [],
        primary_objective: null,
        seed: 1,
      };
      const { result } = await runTask<Trained>(lab.lab, "train/v2", parameters);
      expect([result.models.scorer, result.models.sampler]).toEqual([
        null,
        { artifact_id: expect.any(String) },
      ]);
      const own = { ...lab, sampler: result.models.sampler };
      const designing = { generator: generator(own), ranker: likelihood(own), num_assemblies: 2, seed: 1 };
      const { rows: designs } = await runDesignTask(lab, "diversify/v2", designing);
      expect(designs).toHaveLength(2);
    },
  ),
  rule(SHAPES, MONOMER, "a training without measurements must omit assays and objective", async (site) => {
    const homologs = { kind: "TABLE", table: "none" };
    const assays = [{ assay_id: "a" }];
    const primary_objective = { assay_id: "a", direction: "MAXIMIZE" };
    const refusals: [object, string[]][] = [
      [{ data: { kind: "MONOMER", homologs, dataset: null }, assays }, ["assays"]],
      [{ data: { kind: "MONOMER", homologs, dataset: null }, primary_objective }, ["primary_objective"]],
      [{ data: { kind: "MONOMER", homologs: null, dataset: null } }, ["data", "homologs"]],
      [{ data: { kind: "MONOMER", homologs, dataset: homologs }, assays: [] }, ["assays"]],
      [{ data: { kind: "HOMOLOGS", homologs, dataset: homologs }, assays: [] }, ["assays"]],
    ];
    for (const [parameters, loc] of refusals) {
      expectInvalid(await create(site, "train/v2", parameters), "body", "parameters", ...loc);
    }
  }),
  nightlyRule(SHAPES, NO_ASSAYS, "an analysis without assays reports on the sequences", async () => {
    const { lab } = await trainedLab();
    const dataset = { kind: "TABLE", table: "variants" };
    for (const more of [{}, { assays: [] }, { assays: null }]) {
      const parameters = { reference_sequence: REFERENCE, dataset, seed: 1, ...more };
      const { result } = await runTask<Trained>(lab, "analyze.data/v1", parameters);
      const { data } = await lab.api.get<{ data: { summary: string } }>(
        `/data/artifact:get?id=${result.report.artifact_id}`,
      );
      expect(data.summary).toMatch(/distinct sequences, compared with a reference/);
    }
  }),
  rule(SHAPES, SELECT, "a ranking is kept, except for similar sequences", async (site) => {
    const parameters = {
      assemblies: { kind: "MONOMER", source: rows },
      ranker: { type: "PRE_RANKED", hit_redundancy: 0 },
      min_assemblies_to_select: 1,
      max_assemblies_to_select: 5,
    };
    const { task, rows: designs } = await runDesignTask(site, "select/v2", parameters);
    expect(Object.keys(task.result)).toEqual(["selected_assemblies"]);
    expect(task.status_details).toBeNull();
    expect(designs.map(({ sequence }) => sequence)).toEqual([LISTED[0], LISTED[2]]);
  }),
  rule(CLIENT_TASKS, FIFTY, "a selection without a maximum returns all that qualify", async (site) => {
    const parameters = {
      assemblies: { kind: "MONOMER", source: rows },
      ranker: { type: "PRE_RANKED" },
      min_assemblies_to_select: 0,
      max_assemblies_to_select: null,
    };
    const { task, rows: designs } = await runDesignTask(site, "select/v2", parameters);
    expect(task.parameters).toMatchObject({ max_assemblies_to_select: null });
    expect(designs.map(({ sequence }) => sequence)).toEqual([...LISTED]);
  }),
  nightlyRule(SHAPES, SELECT, "a sampler and a scorer select from a task's designs", async () => {
    const lab = await trainedLab();
    const stated = { generator: generator(lab), ranker: likelihood(lab), num_assemblies: 10, seed: 1 };
    const { task: designed, rows: designs } = await runDesignTask(lab, "diversify/v2", stated);
    const source = { kind: "TASK_RESULT", table: "selected_assemblies", task_id: designed.id };
    const known = new Set(designs.map(({ sequence }) => sequence));
    for (const ranker of [likelihood(lab), score(lab)]) {
      const parameters = {
        assemblies: { kind: "MONOMER", source },
        ranker,
        min_assemblies_to_select: 2,
        max_assemblies_to_select: 4,
      };
      const { rows: selected } = await runDesignTask(lab, "select/v2", parameters);
      expect(selected).toHaveLength(4);
      for (const { sequence } of selected) expect(known).toContain(sequence);
    }
  }),
  nightlyRule(SHAPES, SELECT, "a selection's report warns of sequences far from measured ones", async () => {
    const lab = await trainedLab();
    const far = [`WWWW${REFERENCE.slice(4)}`, `CCCC${REFERENCE.slice(4)}`];
    const source = { kind: "LITERAL", rows: far.map((sequence) => ({ sequence })) };
    const parameters = {
      assemblies: { kind: "MONOMER", source },
      ranker: score(lab),
      min_assemblies_to_select: 1,
      max_assemblies_to_select: 2,
    };
    const { task } = await runDesignTask(lab, "select/v2", parameters);
    const { items } = await lab.lab.api.get<{
      items: { producer: { task_id: string }; data: { summary: string } }[];
    }>(`/data/artifact:list?type=report/v1&project_id=${lab.lab.projectId}`);
    const report = items.find(({ producer }) => producer.task_id === task.id);
    expect(report?.data.summary).toMatch(
      /2 designs have 4 mutations or more, but no measured variant has more than 2\./,
    );
  }),
  rule(SHAPES, SELECT, "a selection with too few sequences fails with a message", async (site) => {
    const { lab } = site;
    const parameters = {
      assemblies: { kind: "MONOMER", source: rows },
      ranker: { type: "PRE_RANKED" },
      min_assemblies_to_select: 4,
      max_assemblies_to_select: 5,
    };
    const context = { kind: "WORKSPACE" };
    const { id } = await lab.api.post<{ id: string }>("/task/select/v2:create", { context, parameters });
    expect((await waitForTask(lab, id)).errors.join()).toMatch(/^Only 3 sequences can be selected/);
    const reversed = { ...parameters, max_assemblies_to_select: 3 };
    const answer = await create(site, "select/v2", reversed);
    expectInvalid(answer, "body", "parameters", "min_assemblies_to_select");
  }),
];
