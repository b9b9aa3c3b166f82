import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";

/** Deletes a load that was never completed, including its files. */
export const deleteLoad: CliCommand<ConfirmOptions> = {
  arguments: [["<load>", "id of a load that never completed"]],
  options: [YES],
  run: async (cli, options, id: string) => {
    const load = (await cli.workspace()).load(id);
    await confirmForOthers(cli, `The load ${id}`, (await load.get()).created_by, options);
    await load.delete();
    cli.say(`✓ load ${id} and its files were deleted`);
  },
};
