import type { CliCommand } from "../../command.ts";

/** Archives a structure, or unarchives it with --undo. */
export const archive: CliCommand<{ undo?: boolean }> = {
  arguments: [["<structure>", "id of the structure"]],
  options: [["--undo", "list it again"]],
  notes:
    "An archived structure is not listed, and new tasks cannot use it. Its file and the models trained with it are kept.",
  run: async (cli, { undo = false }, id: string) => {
    const structure = await (await cli.workspace()).structures.setArchived(id, !undo);
    cli.done(structure, `✓ ${undo ? "unarchived" : "archived"} the structure ${structure.data.name}`);
  },
};
