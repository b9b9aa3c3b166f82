import { spearman } from "@pdp/basics/statistics";
import { createScorer, decodeScorer } from "@pdp/science/models";
import { type Gb1Split, readGb1Split } from "./scorerGb1.ts";
import { MissingData } from "./support/benchData.ts";
import { type BenchLab, loadCsv, newBenchLab, runTask } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";

const MAX_TASK_MS = 180_000;

interface Analysis {
  report: { artifact_id: string };
}

interface Training extends Analysis {
  models: { sampler: { artifact_id: string }; scorer: { artifact_id: string } };
}

/** Analysis, training and design for GB1's three-vs-rest split, as performed by a client. */
export const tasksHttp: Benchmark = {
  summary:
    "analyse, train and engineer 2,990 measured variants of GB1 over HTTP; cross-validation against the test set",
  run: async (say) => {
    const split = await readGb1Split("three_vs_rest").catch((error: unknown) => {
      if (!(error instanceof MissingData)) throw error;
      say(`nothing was measured. ${error.message}`);
      return null;
    });
    if (split === null) return [];
    return withPlatformProcess(async (platform) => {
      const lab = await newBenchLab(platform);
      await loadTraining(lab, split);
      const common = {
        dataset: { kind: "TABLE", table: "gb1" },
        reference: { monomer: split.reference },
        assays: [{ assay_id: "fitness", name: "Fitness", unit: "relative", scale_type: "MULTIPLICATIVE" }],
      };
      const [analysis, analysed] = await timeResult(() => runTask<Analysis>(lab, "analyze.data/v2", common));
      const [training, trained] = await timeResult(() => runTask<Training>(lab, "train/v2", common));
      const { models, report } = trained;
      const design = await measureTime(() => runTask(lab, "engineer/v2", engineerParameters(split, models)));
      const validated = await figureOf(lab, report.artifact_id, "spearman");
      const tested = await testSpearman(lab, split, models.scorer.artifact_id);
      const ofAnalysis = await figureOf(lab, analysed.report.artifact_id, "learnability_spearman");
      say(`${split.train.sequences.length} training rows; Spearman of the analysis: ${ofAnalysis}`);
      const target = { of: "value", bound: "at most", limit: MAX_TASK_MS } as const;
      return [
        { what: "analyze.data/v2", value: analysis, unit: "ms" as const, target },
        { what: "train/v2", value: training, unit: "ms" as const, target },
        { what: "engineer/v2, 96 designs", value: design, unit: "ms" as const, target },
        {
          what: "Spearman of cross-validation beside the test set's",
          value: validated,
          unit: "" as const,
          reference: tested,
          target: { of: "distance", bound: "at most", limit: 0.1 } as const,
        },
      ];
    });
  },
};

function loadTraining(lab: BenchLab, { train }: Gb1Split): Promise<void> {
  const lines = train.sequences.map((sequence, row) => `${sequence},${train.fitness[row]}`);
  const columns = [
    { name: "sequence", type: "STRING" },
    { name: "fitness", type: "FLOAT64" },
  ];
  return loadCsv(lab, "gb1", columns, ["sequence,fitness", ...lines, ""].join("\n"));
}

async function timeResult<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

function engineerParameters({ reference }: Gb1Split, models: Training["models"]): object {
  return {
    generator: {
      type: "MODEL_BASED",
      template: { kind: "MONOMER", assembly: { monomer: reference }, sampler: models.sampler },
      max_mutations: 4,
    },
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure: { assay_id: "fitness", direction: "MAXIMIZE" }, reference: 1 },
      scorer_config: { kind: "MONOMER_SCORER", scorer: models.scorer },
    },
    num_assemblies: 96,
  };
}

async function figureOf(lab: BenchLab, artifactId: string, name: string): Promise<number> {
  type Report = { data: { figures: Record<string, number[]> } };
  const { data } = await lab.api.get<Report>(`/data/artifact:get?id=${artifactId}`);
  return data.figures[name]?.[0] ?? Number.NaN;
}

/** Computes the rank correlation of the downloaded scorer's predictions for sequences that the platform has never seen. */
async function testSpearman(lab: BenchLab, { test }: Gb1Split, artifactId: string): Promise<number> {
  const path = `/data/artifact:download?id=${artifactId}&format=model`;
  const model = decodeScorer(await lab.api.download(path));
  const predictor = createScorer(model).get("fitness");
  if (!predictor) throw new Error("The scorer does not know the assay");
  return spearman(predictor.predict(test.sequences).mean, test.fitness);
}
