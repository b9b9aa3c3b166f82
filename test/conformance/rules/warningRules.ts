import { expect } from "vitest";
import {
  type DesignLab,
  generator,
  runDesignTask,
  score,
  trainedLab,
  UNUSABLE_WARNING,
  unusableModels,
} from "../../support/designLab.ts";
import { nightlyRule, type Rule } from "../rule.ts";

const TASKS = "Clients: Tasks";
const UNUSABLE =
  "If `usable_for` is null for an assay, reports with its predictions begin with a warning, and tables of designs and predictions have a column `warning`. Without such an assay, the column is absent.";
const PASSES =
  "A design's `passes` is true if it passes all filters and meets all constraints together with a probability of at least 1 %. If no design or only some reach 1 %, the report begins with this.";

/** Designs six variants, and returns them with the report's summary and the columns of their table. */
async function designed(lab: DesignLab, more: object = {}) {
  const parameters = {
    generator: generator(lab),
    ranker: { ...score(lab), ...more },
    num_assemblies: 6,
    seed: 1,
  };
  const { task, rows } = await runDesignTask(lab, "engineer/v2", parameters);
  const { data } = await lab.lab.api.get<{ data: { summary: string } }>(
    `/data/artifact:get?id=${task.result.report.artifact_id}`,
  );
  return { rows, summary: data.summary, columns: Object.keys(rows[0] ?? {}) };
}

export const warningRules: readonly Rule[] = [
  nightlyRule(TASKS, UNUSABLE, "designs of a model that is not usable carry a warning", async () => {
    const usable = await trainedLab();
    expect((await designed(usable)).columns).not.toContain("warning");
    const { rows, summary } = await designed(await unusableModels(usable.lab));
    expect(summary.startsWith(UNUSABLE_WARNING)).toBe(true);
    expect(rows).toMatchObject(Array(6).fill({ warning: UNUSABLE_WARNING }));
  }),
  nightlyRule(TASKS, PASSES, "no design passes if a threshold is out of reach", async () => {
    const limit = (threshold: number) => ({
      constraints: [{ measure: { assay_id: "activity", direction: "MAXIMIZE" }, threshold }],
    });
    const { rows, summary } = await designed(await trainedLab(), limit(1e9));
    expect(summary).toMatch(/^No design is likely to meet the constraints/);
    expect(rows.some(({ passes }) => passes)).toBe(false);
    expect((await designed(await trainedLab(), limit(0.1))).rows.every(({ passes }) => passes)).toBe(true);
  }),
];
