import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";

/** Archives a table, which frees its reference. */
export const archive: CliCommand<ConfirmOptions> = {
  arguments: [["<table>", "reference of a table or view"]],
  options: [YES],
  run: async (cli, options, reference: string) => {
    const workspace = await cli.workspace();
    const { created_by: author } = await workspace.table(reference);
    await confirmForOthers(cli, `The table ${reference}`, author, options);
    const table = await workspace.archiveTable(reference);
    const undo = `pdp api POST "data/table:unarchive?id=${table.id}"`;
    cli.done(table, `✓ ${reference} is archived    (restore it with: ${undo})`);
    for (const warning of table.warnings) cli.say(`! ${warning}`);
  },
};
