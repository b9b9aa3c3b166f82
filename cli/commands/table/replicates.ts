import type { CliCommand } from "../../command.ts";
import { viewReplicates } from "../data/viewReplicates.ts";

/** Creates views for the replicate columns of a table. */
export const replicates: CliCommand = {
  arguments: [["<table>", "reference of a table"]],
  notes:
    "TABLE_replicates has a row per replicate, as training requires. TABLE_means has their mean, standard deviation and count.",
  run: async (cli, _options, reference: string) => {
    await viewReplicates(cli, await cli.workspace(), reference, null, true);
  },
};
