import { assemblyOf } from "@pdp/basics/proteins";
import { kindOf } from "#client/requests/assembly.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { projectOf } from "../../session/findContext.ts";
import { readSequence } from "./dataOptions.ts";
import { trainedModels } from "./designOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

interface Options extends TaskOptions {
  models?: string;
  table?: string;
  query?: string;
  template?: string;
}

/** Predicts the assays for given sequences, or for all single substitutions of a template. */
export const predict: CliCommand<Options> = {
  options: [
    ["-m, --models <task>", "id of the training task that produced the model, or latest"],
    ["-t, --table <table>", "table with a column named sequence"],
    ["--query <select>", "query instead of a table"],
    [
      "--template <sequence>",
      "sequence for which to predict all single substitutions, or a FASTA file; defaults to the training task's reference if no sequences are given",
    ],
    ...TASK_OPTIONS,
  ],
  run: (cli, options) =>
    startTask(cli, "predict", options, async (workspace) => {
      const { scorer, reference } = await trainedModels(workspace, options.models, "predict", () =>
        projectOf(cli, workspace, options),
      );
      if (scorer === null) {
        throw new UsageError(
          `Training ${options.models} produced no assay model. Measure variants and train again.`,
        );
      }
      return { scorer, ...(await sequencesOf(options, reference)) };
    }),
};

async function sequencesOf({ table, query, template }: Options, reference: string | undefined) {
  if ([table, query, template].filter((given) => given !== undefined).length > 1) {
    throw new UsageError("Use only one of --table, --query and --template.");
  }
  if (table !== undefined) return assemblies({ kind: "TABLE", table }, reference);
  if (query !== undefined) return assemblies({ kind: "QUERY", query }, reference);
  const sequence = template === undefined ? reference : await readSequence(template);
  if (sequence !== undefined) return { template: assemblyOf(sequence) };
  throw new UsageError("The training task has no reference. Use --table, --query or --template.");
}

function assemblies(source: object, reference = "") {
  return { assemblies: { kind: kindOf(reference), source } };
}
