import type { CliCommand } from "../../command.ts";
import { listColumns } from "../../output/listColumns.ts";

/** Lists the columns of a table. */
export const columns: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) =>
    listColumns(cli, await (await cli.workspace()).table(reference)),
};
