import { createRandom } from "#shared/basics/statistics/random.ts";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import type { Report } from "#shared/reports/report.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { trainingReport } from "#shared/tasks/training/trainingReport.ts";
import { fitScorer } from "#test/support/fitScorer.ts";
import { assayOf, GB1, simulateAssays } from "../science/analysis/simulateAssays.ts";

/** With few positions, the models learn from few rows. */
const SHORT = GB1.slice(0, 8);

export interface Training {
  name: string;
  rows: number;
  homologs: boolean;
}

/** Trains four assays: two are learnable, one has shuffled values, and one has too few values. Returns the report. */
export async function trainReport({ name, rows, homologs }: Training): Promise<Report> {
  const assays: Assay[] = [
    assayOf("a", "MULTIPLICATIVE", name, name.slice(0, 50)),
    assayOf("b", "RANK", `${name} in ranks`),
    assayOf("c", "ADDITIVE", `${name} shuffled`),
    assayOf("d", "ADDITIVE", `${name} hardly measured`),
  ];
  const { sequences, values } = simulateAssays({ rows, mutations: 2, reference: SHORT, assays });
  createRandom("shuffled").shuffle(values[2]!);
  values[3]!.fill(Number.NaN, 4);
  const related = simulateAssays({
    rows: 30,
    mutations: 6,
    replicated: 0,
    reference: SHORT,
    seed: 2,
  }).sequences;
  const { summary } = await fitSampler({
    reference: residueIndices(SHORT),
    homologs: homologs ? [...related, related[0]!, SHORT.slice(0, 4)] : [],
  });
  const { evaluations } = await fitScorer({
    reference: SHORT,
    sequences,
    assays,
    values,
    sampler: null,
    seed: 1,
  });
  return trainingReport({
    title: name,
    reference: SHORT,
    assays,
    sampler: summary,
    evaluations,
    seed: "1",
  });
}
