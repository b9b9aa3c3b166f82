import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import { type CliCommand, repeated } from "../../command.ts";
import { DATA_OPTIONS, type DataOptions, dataParameters, statedReference } from "./dataOptions.ts";
import { numberOf, startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

interface Options extends TaskOptions, DataOptions {
  homologs?: string;
  structure?: string;
  folds?: string;
  feature?: string[];
  includeUnlike?: boolean;
}

/** Trains assay models. */
export const train: CliCommand<Options> = {
  options: [
    ...DATA_OPTIONS,
    ["--homologs <table>", "table of related protein sequences, or a SELECT"],
    ["--structure <id>", "structure of the protein; with --reference alone, trains without measurements"],
    ["--feature <column>", "column with a score for each sequence, such as a zero-shot score", repeated],
    ["--folds <number>", "number of cross-validation folds; defaults to 5"],
    ["--include-unlike", "include rows with outlier sequences, such as very short ones"],
    ...TASK_OPTIONS,
  ],
  run: (cli, options) =>
    startTask(cli, "train", options, async (workspace) => ({
      ...(await trainingData(cli, workspace, options)),
      ...(options.structure !== undefined && { structure: { artifact_id: options.structure } }),
      ...(options.homologs !== undefined && { homologs: sourceOf(options.homologs) }),
      ...(options.includeUnlike === true && { include_unlike_sequences: true }),
      ...(options.folds !== undefined && { folds: numberOf(options.folds, "--folds") }),
    })),
};

/** Returns the measurements with scores for their sequences. */
async function trainingData(cli: Cli, workspace: Workspace, options: Options) {
  const { structure, table, query, reference, projectReference, assay = [] } = options;
  if (structure !== undefined && table === undefined && query === undefined && assay.length === 0)
    return { data: { kind: "MONOMER" }, reference: await statedReference({ reference, projectReference }) };
  const data = await dataParameters(cli, workspace, options);
  if (options.feature === undefined) return data;
  return { ...data, dataset: { ...data.dataset, features: options.feature } };
}

function sourceOf(text: string) {
  return /^\s*select\s/i.test(text) ? { kind: "QUERY", query: text } : { kind: "TABLE", table: text };
}
