import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../cli.ts";

/** Prints the columns of a table. */
export async function listColumns(cli: Cli, table: Awaited<ReturnType<Workspace["table"]>>): Promise<void> {
  await cli.list(table.columns, {
    name: ({ name }) => name,
    type: ({ type }) => type,
    nullable: ({ nullable }) => nullable,
    kind: ({ metadata }) => metadata.kind,
    description: ({ metadata }) => metadata.description,
  });
}
