import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";

/** Archives a structure, or unarchives it with --undo. */
export const archive: CliCommand<ConfirmOptions & { undo?: boolean }> = {
  arguments: [["<structure>", "id of the structure"]],
  options: [["--undo", "list it again"], YES],
  notes:
    "An archived structure is not listed, and new tasks cannot use it. Its file and the models trained with it are kept.",
  run: async (cli, { undo = false, yes = false }, id: string) => {
    const { structures } = await cli.workspace();
    if (!undo)
      await confirmForOthers(cli, `The structure ${id}`, (await structures.get(id)).created_by, { yes });
    const structure = await structures.setArchived(id, !undo);
    cli.done(structure, `✓ ${undo ? "unarchived" : "archived"} the structure ${structure.data.name}`);
  },
};
