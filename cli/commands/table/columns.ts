import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";

/** Lists the columns of a table. */
export const columns: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) =>
    listColumns(cli, await (await cli.workspace()).table(reference)),
};

export async function listColumns(cli: Cli, table: Awaited<ReturnType<Workspace["table"]>>): Promise<void> {
  await cli.list(table.columns, {
    name: ({ name }) => name,
    type: ({ type }) => type,
    nullable: ({ nullable }) => nullable,
    kind: ({ metadata }) => metadata.kind,
    description: ({ metadata }) => metadata.description,
  });
}
