import type { CliCommand } from "../../command.ts";
import { taskIdOf } from "../../session/latestId.ts";

/** Cancels a task. */
export const cancel: CliCommand = {
  arguments: [["<task>", "id of a task, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    const id = await taskIdOf(workspace, stated);
    const task = await workspace.task(id).cancel();
    cli.done(task, `✓ the task ${id} is cancelled`);
  },
};
