import type { components } from "#client/schema.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { orderIdOf } from "../../session/latestId.ts";
import { readSequence } from "../task/dataOptions.ts";
import { numberOf } from "../task/startTask.ts";
import { CODON_OPTIONS, type CodonOptions, codonsOf, deliver } from "./codonOptions.ts";

interface Options extends CodonOptions {
  template?: string;
  method?: string;
  minTm?: string;
  overlap?: string;
  plate?: string;
}

/** Designs mutagenesis primers for the designs of an order. */
export const primers: CliCommand<Options> = {
  arguments: [["<order>", "id of the order, or latest"]],
  options: [
    ["--template <sequence>", "circular plasmid with the parent's coding region, or a FASTA file with it"],
    ...CODON_OPTIONS,
    ["--method <which>", "back-to-back (default) or overlapping"],
    ["--min-tm <degrees>", "minimum melting temperature of the annealing part in °C; defaults to 60"],
    ["--overlap <bases>", "bases that overlapping primers share; defaults to 20"],
    ["--plate <wells>", "plates of 96 or 384 wells for the primers; defaults to a list without wells"],
    ["-o, --output <file>", "write the CSV to a file"],
  ],
  notes:
    "The output is CSV with names, sequences and wells. Each reaction is simulated: the primers must anneal at one site of the template and make exactly the requested change. Designs without primers are reported; the exit code is then 1.",
  run: async (cli, options, stated: string) => {
    const { template, method, minTm, overlap, plate, output } = options;
    if (template === undefined) throw new UsageError("Specify the plasmid with --template.");
    if (method !== undefined) requireChoice("--method", method, ["back-to-back", "overlapping"]);
    if (plate !== undefined) requireChoice("--plate", plate, ["96", "384"]);
    const codons = await codonsOf(options);
    const workspace = await cli.workspace();
    // The service has defaults for all other fields.
    const request = {
      template: (await readSequence(template)).toUpperCase(),
      ...codons,
      ...(method !== undefined && {
        method: method.toLowerCase() === "overlapping" ? "OVERLAPPING" : "BACK_TO_BACK",
      }),
      ...(minTm !== undefined && { min_tm: numberOf(minTm, "--min-tm") }),
      ...(overlap !== undefined && { overlap: numberOf(overlap, "--overlap") }),
      ...(plate !== undefined && { format: plate === "96" ? 96 : 384 }),
    } as components["schemas"]["OrderPrimersRequest"];
    const result = await workspace.orders.primers(await orderIdOf(workspace, stated), request);
    for (const { name, warnings } of result.designs)
      for (const warning of warnings) cli.say(`! ${name}: ${warning}`);
    await deliver(cli, result, { problems: result.designs, file: result.file }, output);
  },
};
