import type { CliCommand } from "../../command.ts";
import { viewReplicates } from "../data/viewReplicates.ts";

/** Creates views of the replicate columns of a table. */
export const replicates: CliCommand = {
  arguments: [["<table>", "reference of a table"]],
  notes:
    "TABLE_replicates has a row for each replicate, as trainings need; TABLE_means has their mean, standard deviation and number.",
  run: async (cli, _options, reference: string) => {
    await viewReplicates(cli, await cli.workspace(), reference, null, true);
  },
};
