import { createScorer, decodeSampler, decodeScorer } from "@pdp/science/models";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import type { TrainV1 } from "#shared/domain/tasks/versionOne/parameters.ts";
import type { Measurements } from "../measurements.ts";
import { readPinnedData } from "../pinData.ts";
import type { TaskProgram } from "../taskProgram.ts";
import type { NewArtifact, Outcome, TaskRun } from "../taskRun.ts";
import { train } from "../training/train.ts";
import { generatorPredictions, predictionData } from "./trainingTables.ts";

/** Trains like version 2, and also returns the predictions for the measured sequences as tables. */
export const trainV1: TaskProgram<TrainV1> = {
  prepare: (run, version, snapshots) => train.prepare(trainingOf(run), version, snapshots),
  run: async (run) => {
    const outcome = await train.run(trainingOf(run));
    const { data } = await readPinnedData<{ data: Measurements }>(run);
    const scorer = bytesOf(outcome, "scorer");
    const sampler = decodeSampler(bytesOf(outcome, "sampler") as Uint8Array);
    const tables = [
      predictionData(data, run.parameters.assays, scorer && createScorer(decodeScorer(scorer))),
      generatorPredictions(data.sequences, sampler),
    ];
    return {
      ...outcome,
      tables,
      result: ({ artifact, table }) => {
        const model = (name: string) =>
          outcome.artifacts.some((artifact) => artifact.name === name)
            ? { artifact_id: artifact(name) }
            : null;
        return {
          base_sampler: model("sampler"),
          conditioned_sampler: model("conditioned_sampler"),
          scorer: model("scorer"),
          prediction_data: { table: table("prediction_data") },
          generator_prediction_data: { table: table("generator_prediction_data") },
          report: { artifact_id: artifact("report") },
        };
      },
    };
  },
};

function trainingOf(run: TaskRun<TrainV1>): TaskRun<Train> {
  const { homologs, dataset, assays, primary_objective, seed } = run.parameters;
  const data = { kind: "MONOMER" as const, homologs, dataset };
  const common = {
    structure: null,
    reference: null,
    folds: null,
    include_unlike_sequences: null,
    seed,
  };
  return run.withParameters({ data, assays, primary_objective, ...common });
}

function bytesOf({ artifacts }: Outcome, name: string): Uint8Array | null {
  const trained: NewArtifact | undefined = artifacts.find((artifact) => artifact.name === name);
  return (trained?.payloads.model?.content ?? null) as Uint8Array | null;
}
