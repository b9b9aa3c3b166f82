import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";

/** Archives a table, which gives up its reference. */
export const archive: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) => {
    const workspace = await cli.workspace();
    const params = { path: { workspace: workspace.name }, query: { reference } };
    const table = await dataOf(
      workspace.raw.POST("/v2/workspace/{workspace}/data/table:archive", { params, body: {} as never }),
    );
    const undo = `pdp api POST "data/table:unarchive?id=${table.id}"`;
    cli.done(table, `✓ ${reference} is archived    (bring it back with: ${undo})`);
  },
};
