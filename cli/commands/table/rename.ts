import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";

/** Renames a table. */
export const rename: CliCommand = {
  arguments: [
    ["<table>", "reference of a table or view"],
    ["<name>", "its new reference"],
  ],
  run: async (cli, _options, reference: string, name: string) => {
    const workspace = await cli.workspace();
    const params = { path: { workspace: workspace.name }, query: { reference } };
    const table = await dataOf(
      workspace.raw.POST("/v2/workspace/{workspace}/data/table:rename", {
        params,
        body: { new_reference: name },
      }),
    );
    cli.done(table, `✓ ${reference} is called ${name} now`);
  },
};
