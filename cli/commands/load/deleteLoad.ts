import type { CliCommand } from "../../command.ts";

/** Deletes a load that was never completed, including its files. */
export const deleteLoad: CliCommand = {
  arguments: [["<load>", "id of a load that never completed"]],
  run: async (cli, _options, id: string) => {
    await (await cli.workspace()).load(id).delete();
    cli.say(`✓ load ${id} and its files were deleted`);
  },
};
