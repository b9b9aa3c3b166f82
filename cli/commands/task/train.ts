import type { CliCommand } from "../../command.ts";
import { DATA_OPTIONS, type DataOptions, dataParameters } from "./dataOptions.ts";
import { numberOf, startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

interface Options extends TaskOptions, DataOptions {
  homologs?: string;
  folds?: string;
  includeUnlike?: boolean;
}

/** Trains models of assays. */
export const train: CliCommand<Options> = {
  options: [
    ...DATA_OPTIONS,
    ["--homologs <table>", "table with sequences of related proteins, or a SELECT"],
    ["--folds <number>", "folds of the cross-validation; defaults to 5"],
    ["--include-unlike", "include rows with sequences unlike the others, such as very short ones"],
    ...TASK_OPTIONS,
  ],
  run: (cli, options) =>
    startTask(cli, "train", options, async () => ({
      ...(await dataParameters(options)),
      ...(options.homologs !== undefined && { homologs: sourceOf(options.homologs) }),
      ...(options.includeUnlike === true && { include_unlike_sequences: true }),
      ...(options.folds !== undefined && { folds: numberOf(options.folds, "--folds") }),
    })),
};

function sourceOf(text: string) {
  return /^\s*select\s/i.test(text) ? { kind: "QUERY", query: text } : { kind: "TABLE", table: text };
}
