import { formatCount } from "@pdp/basics/wording";
import type { CliCommand } from "../../command.ts";
import { listColumns } from "../../output/listColumns.ts";

/** Describes a table: its rows, version and columns. */
export const describe: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) => {
    const table = await (await cli.workspace()).table(reference);
    if (cli.json) return cli.done(table, "");
    const { kind, rows, version_id: version, description } = table;
    const size = rows == null ? "" : `${formatCount(rows, "row")}, `;
    cli.say(`${kind.toLowerCase()} ${table.reference}: ${size}version ${version}`);
    if (description) cli.say(description);
    await listColumns(cli, table);
  },
};
