import { expect } from "vitest";
import { expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  newLoad,
  newProject,
  newRound,
  newTable,
  UNKNOWN,
  undoLoad,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeTaskRecord } from "../stored.ts";

const TASKS = "Clients: Tasks and their data";
const FIGURES =
  "`project:summary` counts the loads, rows, tasks and designs of each round of a project, and those outside rounds. Undone loads and archived tasks are not counted.";
const ASSAYS =
  "`project:summary` shows the best value so far for each assay. It is the best mean of any sequence in the project's current rows of the table or query used by the assay's latest completed analysis or training. For a target, the closest mean is the best. An assay that cannot be read has a `problem`.";
const CHOICE =
  "`project:summary` reads an assay with the sequence column selected in its task, the column `sequence`, or the only column of amino acid sequences. Assays with rows that state only mutations have a `problem`.";

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "tm", type: "FLOAT64" },
];
const NONE = { pending: 0, completed: 0, failed: 0, cancelled: 0 };

interface Given {
  project: { id: string };
  round: { id: string; name: string };
  reference: string;
  inProject: { kind: "PROJECT"; project_id: string };
  inRound: { kind: "ROUND"; round_id: string; project_id: string };
}

/** Project with a round and an empty table. */
async function newProjectWithRound(site: Site): Promise<Given> {
  const project = await newProject(site);
  const round = await newRound(site, { project_id: project.id });
  const { reference } = await newTable(site, { columns: COLUMNS });
  return {
    ...{ project, round, reference },
    inProject: { kind: "PROJECT", project_id: project.id },
    inRound: { kind: "ROUND", round_id: round.id, project_id: project.id },
  };
}

async function load(site: Site, reference: string, context: object, content: string) {
  const tables = { [reference]: { columns: COLUMNS, format: "CSV" } };
  return ingestBatch(site, await newLoad(site, { context, tables }), content);
}

const summary = async (site: Site, id: string) => expectSuccess(await site.get(`/project:summary?id=${id}`));

/** A completed design task; in SQL, its table looks like a user table. */
const designTask = (
  site: Site,
  context: Given["inProject"] | Given["inRound"],
  table: string,
  direction: string,
  reference?: unknown,
) =>
  storeTaskRecord(site, {
    ...{ type: "engineer/v2", state: "COMPLETED", context },
    parameters: { ranker: { primary_objective: { measure: { assay_id: "tm", direction }, reference } } },
    result: { selected_assemblies: { table } },
  });

const analysis = (site: Site, context: Given["inProject"], dataset: object, assay_id = "tm") =>
  storeTaskRecord(site, {
    ...{ type: "analyze.data/v2", state: "COMPLETED", context },
    parameters: { dataset, assays: [{ assay_id, unit: "°C" }] },
  });

export const summaryRules: readonly Rule[] = [
  operationRule("getProjectSummary", TASKS, FIGURES, "a project's rounds are summarized", async (site) => {
    const { project, round, reference, inProject, inRound } = await newProjectWithRound(site);
    const figures = { loads: 0, rows: 0, tasks: NONE, designs: 0, designs_measured: 0 };
    const empty = { round_id: round.id, name: round.name, archived_at: null, ...figures };
    expect(await summary(site, project.id)).toStrictEqual({
      ...{
        project_id: project.id,
        rounds: [empty],
        outside_rounds: figures,
        assays: [],
        is_complete: true,
      },
    });
    await load(site, reference, inRound, "sequence,tm\nMA,50\nMC,60\nMC,62\n");
    await load(site, reference, inProject, "sequence,tm\nMD,70\n");
    const { id: undone } = await load(site, reference, inRound, "sequence,tm\nME,99\n");
    await undoLoad(site, undone);
    const designs = freshName("designs_");
    await load(
      site,
      designs,
      { kind: "PROJECT", project_id: project.id },
      "sequence,tm\nMC,1\nMC,1\nMW,2\nME,3\n",
    );
    await designTask(site, inRound, designs, "MAXIMIZE");
    await analysis(site, inProject, { kind: "TABLE", table: reference });
    await storeTaskRecord(site, { state: "FAILED", failure: "USER", context: inRound });
    await storeTaskRecord(site, { state: "CANCELLED", context: inRound });
    await storeTaskRecord(site, { context: inRound });
    const archived = await storeTaskRecord(site, { state: "FAILED", failure: "USER", context: inRound });
    expectSuccess(await site.post(`/task:archive?id=${archived.id}`));
    const found = await summary(site, project.id);
    const tasks = { pending: 1, completed: 1, failed: 1, cancelled: 1 };
    expect(found.rounds).toEqual([{ ...empty, loads: 1, rows: 3, tasks, designs: 3, designs_measured: 1 }]);
    expect(found.outside_rounds).toEqual({
      ...figures,
      loads: 2,
      rows: 5,
      tasks: { ...NONE, completed: 1 },
    });
    expectRefused(await site.get(`/project:summary?id=${UNKNOWN}`), 404, "project_not_found");
  }),
  nightlyRule(TASKS, FIGURES, "tasks with large parameters are all counted", async (site) => {
    const { project, inProject } = await newProjectWithRound(site);
    // Larger in total than one page of a list.
    for (let count = 0; count < 15; count += 1) {
      const parameters = { comment: "x".repeat(360_000) };
      await storeTaskRecord(site, { state: "COMPLETED", context: inProject, parameters });
    }
    expect(await summary(site, project.id)).toMatchObject({
      outside_rounds: { tasks: { ...NONE, completed: 15 } },
      is_complete: true,
    });
  }),
  nightlyRule(TASKS, ASSAYS, "the best value of an assay uses current rows", async (site) => {
    const { project, reference, inProject, inRound } = await newProjectWithRound(site);
    await load(site, reference, inRound, "sequence,tm\nMA,50\nMC,60\nMC,66\nMD,\n,80\n");
    await load(site, reference, { kind: "PROJECT", project_id: site.lab.projectId }, "sequence,tm\nMX,99\n");
    const task = await analysis(site, inProject, { kind: "TABLE", table: reference });
    const tm = {
      ...{
        assay_id: "tm",
        name: null,
        unit: "°C",
        task_id: task.id,
        direction: null,
        target: null,
        problem: null,
      },
      ...{ best_value: 63, best_sequence: "MC", sequences: 2, values: 3 },
    };
    expect((await summary(site, project.id)).assays).toEqual([tm]);
    await load(site, reference, inRound, "sequence,tm\nMW,70\nMV,40\n");
    const later = { ...tm, sequences: 4, values: 5 };
    expect((await summary(site, project.id)).assays).toEqual([
      { ...later, best_value: 70, best_sequence: "MW" },
    ]);
    await designTask(site, inProject, reference, "MINIMIZE");
    expect((await summary(site, project.id)).assays).toEqual([
      { ...later, direction: "MINIMIZE", best_value: 40, best_sequence: "MV" },
    ]);
    await designTask(site, inProject, reference, "TARGET", 52);
    expect((await summary(site, project.id)).assays).toEqual([
      { ...later, direction: "TARGET", target: 52, best_value: 50, best_sequence: "MA" },
    ]);
    await designTask(site, inProject, reference, "TARGET", { reference: { monomer: "MA" }, margin: 2 });
    expect((await summary(site, project.id)).assays).toEqual([
      { ...later, direction: "TARGET", best_value: null, best_sequence: null },
    ]);
  }),
  rule(
    TASKS,
    ASSAYS,
    "an assay is read by its latest query, and has a reason if that fails",
    async (site) => {
      const { project, reference, inProject } = await newProjectWithRound(site);
      await load(site, reference, inProject, "sequence,tm\nMA,50\nMC,60\n");
      const wide = `SELECT sequence, 2 * tm AS double_tm FROM ${reference}`;
      const long = `SELECT sequence, 'from rows' AS assay_id, tm AS assay_value FROM ${reference}`;
      await analysis(site, inProject, { kind: "QUERY", query: wide }, "double_tm");
      await analysis(site, inProject, { kind: "QUERY", query: long }, "from rows");
      await analysis(site, inProject, { kind: "QUERY", query: wide }, "gone");
      await analysis(site, inProject, { kind: "QUERY", query: `${wide} LIMIT 5` }, "sequence");
      await analysis(site, inProject, { kind: "TABLE", table: "tables_gone" }, "lost");
      const numbered = { kind: "QUERY", query: `SELECT 7 AS sequence, tm AS numbered FROM ${reference}` };
      await analysis(site, inProject, numbered, "numbered");
      const { assays } = await summary(site, project.id);
      expect(assays).toMatchObject([
        { assay_id: "double_tm", best_value: 120, best_sequence: "MC", problem: null },
        { assay_id: "from rows", best_value: 60, sequences: 2, problem: null },
        { assay_id: "gone", best_value: null, sequences: 0, problem: 'The rows have no column "gone".' },
        { assay_id: "lost", best_value: null, problem: expect.stringContaining("tables_gone") },
        { assay_id: "numbered", problem: expect.stringContaining("sequences must be text") },
        { assay_id: "sequence", problem: expect.stringContaining("assays must be numeric") },
      ]);
    },
  ),
  rule(TASKS, CHOICE, "an assay is read with its task's sequence column", async (site) => {
    const { project, reference, inProject } = await newProjectWithRound(site);
    const rows = "sequence,tm\nMKTAYIAKQR,50\nMKTAYIAKQW,60\n";
    await load(site, reference, inProject, rows);
    const columns = `sequence AS protein, 'A1' AS well, 'K2' || substr(sequence, 10) AS mutant`;
    const coded = `SELECT 'K2' || substr(sequence, 10) AS mutant, tm AS coded FROM ${reference}`;
    const chosen = `SELECT 'MM' AS sequence, ${columns}, tm AS chosen FROM ${reference}`;
    const found = `SELECT ${columns}, tm AS found FROM ${reference}`;
    const query = (text: string, more = {}) => ({ kind: "QUERY", query: text, ...more });
    await analysis(site, inProject, query(chosen, { sequence_column: "Protein" }), "chosen");
    await analysis(site, inProject, query(found), "found");
    await analysis(site, inProject, query(found, { sequence_column: "vh" }), "missing");
    await analysis(site, inProject, query(coded), "coded");
    await analysis(site, inProject, query(found, { mutations: "mutant" }), "mutated");
    const best = { best_value: 60, best_sequence: "MKTAYIAKQW", sequences: 2, problem: null };
    const problem = expect.stringContaining("The rows have mutations instead of sequences");
    expect((await summary(site, project.id)).assays).toMatchObject([
      { assay_id: "chosen", ...best },
      { assay_id: "coded", best_value: null, problem },
      { assay_id: "found", ...best },
      { assay_id: "missing", problem: 'The rows have no column "vh".' },
      { assay_id: "mutated", best_value: null, problem },
    ]);
  }),
];
