import type { CliCommand } from "../../command.ts";

/** Cancels a task. */
export const cancel: CliCommand = {
  arguments: [["<task>", "id of a task"]],
  run: async (cli, _options, id: string) => {
    const task = await (await cli.workspace()).task(id).cancel();
    cli.done(task, `✓ the task ${id} is cancelled`);
  },
};
