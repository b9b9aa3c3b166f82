import type { CliCommand } from "../../command.ts";
import { structureWords } from "./structureWords.ts";

/** Shows what a structure contains, and how it differs from the project's references. */
export const show: CliCommand = {
  arguments: [["<structure>", "id of the structure"]],
  run: async (cli, _options, id: string) => {
    const structure = await (await cli.workspace()).structures.get(id);
    cli.done(
      structure,
      [
        structure.data.name,
        ...(structure.archived_at ? ["  Archived: pdp structure archive ID --undo lists it again."] : []),
        ...structureWords(structure.data),
      ].join("\n"),
    );
  },
};
