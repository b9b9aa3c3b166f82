import { beforeAll, describe, expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import {
  type Designed,
  type DesignLab,
  filter,
  generator,
  likelihood,
  type Predicted,
  runDesignTask,
  runTask,
  score,
  trainedLab,
  UNUSABLE_WARNING,
  unusableModels,
} from "#test/support/designLab.ts";
import { REFERENCE } from "#test/support/taskLab.ts";

let usable: DesignLab;
let unusable: DesignLab;

beforeAll(async () => {
  usable = await trainedLab();
  unusable = await unusableModels(usable.lab);
});

async function summaryOf(
  { lab }: DesignLab,
  { report }: { report: { artifact_id: string } },
): Promise<string> {
  const { data } = await lab.api.get<{ data: { summary: string } }>(
    `/data/artifact:get?id=${report.artifact_id}`,
  );
  return data.summary;
}

/** Columns and rows of a task's table. */
async function rowsOf({ lab }: DesignLab, table: string): Promise<Record<string, unknown>[]> {
  const found = await lab.api.query(`SELECT * FROM ${table}`);
  return found.toArray() as Record<string, unknown>[];
}

describe("designs and predictions of a model that the training found not usable", () => {
  it("designs of a model that is not usable carry a warning", async () => {
    const parameters = {
      generator: generator(unusable),
      ranker: score(unusable),
      num_assemblies: 8,
      library: { codons: "NDT", max_positions: 1 },
      seed: 1,
    };
    const { task } = await runDesignTask(unusable, "engineer/v2", parameters);
    const { library } = task.result as typeof task.result & { library: { table: string } };
    expect((await rowsOf(unusable, library.table))[0]?.warning).toBe(UNUSABLE_WARNING);
    const summary = await summaryOf(unusable, task.result);
    expect(summary.split("\n\n")[0]).toBe(UNUSABLE_WARNING);
    expect(summary).not.toMatch(/expected to (be|have)|80 % probability/);
    const rows = await rowsOf(unusable, task.result.selected_assemblies.table);
    expect(new Set(rows.map(({ warning }) => warning))).toEqual(new Set([UNUSABLE_WARNING]));
  });

  byNight("diversify warns if such predictions filter its designs", async () => {
    const parameters = {
      generator: generator(unusable),
      filterers: [filter(unusable, "activity", 0.3)],
      ranker: likelihood(unusable),
      num_assemblies: 4,
      seed: 1,
    };
    const { task } = await runDesignTask(unusable, "diversify/v2", parameters);
    expect(await summaryOf(unusable, task.result)).toMatch(UNUSABLE_WARNING);
    const [row] = await rowsOf(unusable, task.result.selected_assemblies.table);
    expect(row?.warning).toBe(UNUSABLE_WARNING);
  });

  it("predict and select warn", async () => {
    const sequences = ["A", "C"].map((letter) => ({ sequence: REFERENCE.slice(0, -1) + letter }));
    const assemblies = { kind: "MONOMER", source: { kind: "LITERAL", rows: sequences } };
    const parameters = { scorer: unusable.scorer, assemblies };
    const predicted = await runTask<Predicted>(unusable.lab, "predict/v1", parameters);
    const { predictions, report } = predicted.result;
    expect((await summaryOf(unusable, { report })).split("\n\n")[0]).toBe(UNUSABLE_WARNING);
    expect((await rowsOf(unusable, predictions.table))[0]?.warning).toBe(UNUSABLE_WARNING);
    const { task } = await runDesignTask(unusable, "select/v2", {
      assemblies,
      ranker: score(unusable),
      min_assemblies_to_select: 1,
      max_assemblies_to_select: 2,
    });
    expect((await rowsOf(unusable, task.result.selected_assemblies.table))[0]?.warning).toBe(
      UNUSABLE_WARNING,
    );
  });

  byNight("a usable model has no warning", async () => {
    const parameters = { generator: generator(usable), ranker: score(usable), num_assemblies: 8, seed: 1 };
    const { task } = await runDesignTask(usable, "engineer/v2", parameters);
    expect(await summaryOf(usable, task.result)).toMatch(
      /^8 designs, as many as requested.*expected to have/s,
    );
    const [row = {}] = await rowsOf(usable, task.result.selected_assemblies.table);
    expect("warning" in row).toBe(false);
  });
});

describe("thresholds that are out of reach", () => {
  const limited = (threshold: number) => ({
    ...score(usable),
    constraints: [{ measure: { assay_id: "activity", direction: "MAXIMIZE" }, threshold }],
  });
  const improbable =
    /^No design is likely to meet the constraints: the highest probability of meeting all of them is \S+\. Check the thresholds and their units\.\n/;

  it("no design passes if a threshold is out of reach", async () => {
    const parameters = { generator: generator(usable), ranker: limited(1e6), num_assemblies: 8, seed: 1 };
    const { task, rows } = await runDesignTask(usable, "engineer/v2", parameters);
    expect(await summaryOf(usable, (task as Designed).result)).toMatch(improbable);
    expect(rows.map(({ passes }) => passes)).toEqual(Array(8).fill(false));
    expect(Math.max(...rows.map((row) => row.constraint_probability ?? 1))).toBeLessThan(0.01);
  });

  byNight("select says so in its table, and force_returning_num_assemblies does not hide it", async () => {
    const source = { kind: "QUERY", query: "SELECT sequence FROM variants LIMIT 5" };
    const selection = {
      assemblies: { kind: "MONOMER", source },
      ranker: limited(1e6),
      min_assemblies_to_select: 1,
      max_assemblies_to_select: 5,
    };
    const selected = await runDesignTask(usable, "select/v2", selection);
    expect(selected.rows.map(({ passes }) => passes)).toEqual(Array(5).fill(false));
    const forced = await runDesignTask(usable, "engineer/v2", {
      generator: generator(usable),
      ranker: score(usable),
      filterers: [filter(usable, "activity", 1e6)],
      force_returning_num_assemblies: true,
      num_assemblies: 4,
      seed: 1,
    });
    expect(forced.rows).toHaveLength(4);
    expect(forced.rows.some(({ passes }) => passes)).toBe(false);
    expect(await summaryOf(usable, forced.task.result)).toMatch(improbable);
  });

  byNight("an objective's reference value that no design reaches is the first sentence", async () => {
    const { primary_objective: objective } = score(usable);
    const ranker = { ...score(usable), primary_objective: { ...objective, reference: 1e6 } };
    const parameters = { generator: generator(usable), ranker, num_assemblies: 8, seed: 1 };
    const { task } = await runDesignTask(usable, "engineer/v2", parameters);
    expect(await summaryOf(usable, task.result)).toMatch(
      /^No design is likely to reach the reference value of activity: the highest probability is \S+\. Check the value and its unit\.\n/,
    );
  });

  byNight("a threshold within reach is not mentioned", async () => {
    const parameters = { generator: generator(usable), ranker: limited(0.5), num_assemblies: 8, seed: 1 };
    const { task, rows } = await runDesignTask(usable, "engineer/v2", parameters);
    expect(await summaryOf(usable, task.result)).toMatch(/^8 designs/);
    expect(rows.every(({ passes }) => passes)).toBe(true);
  });
});
