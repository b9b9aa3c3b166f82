import type { CliCommand } from "../../command.ts";

/** Cancels an erasure or its plan, as long as nothing has been removed. */
export const cancel: CliCommand = {
  arguments: [["<erasure>", "id of a plan or a running erasure"]],
  run: async (cli, _options, id: string) => {
    const erasure = await (await cli.workspace()).erasure(id).cancel();
    cli.done(erasure, `✓ the erasure ${id} is cancelled`);
  },
};
