import type { CliCommand } from "../../command.ts";

/** Archives a table, which frees its reference. */
export const archive: CliCommand = {
  arguments: [["<table>", "reference of a table or view"]],
  run: async (cli, _options, reference: string) => {
    const workspace = await cli.workspace();
    const table = await workspace.archiveTable(reference);
    const undo = `pdp api POST "data/table:unarchive?id=${table.id}"`;
    cli.done(table, `✓ ${reference} is archived    (restore it with: ${undo})`);
    for (const warning of table.warnings) cli.say(`! ${warning}`);
  },
};
