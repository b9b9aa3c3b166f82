import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { readSequence } from "./dataOptions.ts";
import { trainedModels } from "./designOptions.ts";
import { startTask, TASK_OPTIONS, type TaskOptions } from "./startTask.ts";

interface Options extends TaskOptions {
  models?: string;
  table?: string;
  query?: string;
  template?: string;
}

/** Predicts the assays of given sequences, or of all single substitutions of a template. */
export const predict: CliCommand<Options> = {
  options: [
    ["-m, --models <task>", "id of the training with the model, or latest"],
    ["-t, --table <table>", "table with the sequences, in its column sequence"],
    ["--query <select>", "query in place of a table"],
    [
      "--template <sequence>",
      "sequence for all single substitutions, or a FASTA file; without sequences, defaults to the training's reference",
    ],
    ...TASK_OPTIONS,
  ],
  run: (cli, options) =>
    startTask(cli, "predict", options, async (workspace) => {
      const { scorer, reference } = await trainedModels(workspace, options.models, "predict");
      if (scorer === null) {
        throw new UsageError(
          `The training ${options.models} has no model of an assay. Measure variants, and train again.`,
        );
      }
      return { scorer, ...(await sequencesOf(options, reference?.monomer)) };
    }),
};

async function sequencesOf({ table, query, template }: Options, reference: string | undefined) {
  if ([table, query, template].filter((given) => given !== undefined).length > 1) {
    throw new UsageError("Give one of --table, --query and --template.");
  }
  if (table !== undefined) return assemblies({ kind: "TABLE", table });
  if (query !== undefined) return assemblies({ kind: "QUERY", query });
  const monomer = template === undefined ? reference : await readSequence(template);
  if (monomer !== undefined) return { template: { monomer } };
  throw new UsageError("The training states no reference. Give --table, --query or --template.");
}

function assemblies(source: object) {
  return { assemblies: { kind: "MONOMER", source } };
}
