import type { CliCommand } from "../../command.ts";

/** Renames a table. */
export const rename: CliCommand = {
  arguments: [
    ["<table>", "reference of a table or view"],
    ["<name>", "new reference"],
  ],
  run: async (cli, _options, reference: string, name: string) => {
    const workspace = await cli.workspace();
    const table = await workspace.renameTable(reference, name);
    cli.done(table, `✓ ${reference} is now named ${name}`);
    for (const warning of table.warnings) cli.say(`! ${warning}`);
  },
};
