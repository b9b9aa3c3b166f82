import type { CliCommand } from "../../command.ts";
import { taskIdOf } from "../../session/latestId.ts";
import { watchTask } from "./watchTask.ts";

/** Recovers a failed task from its last checkpoint and waits for it to finish. */
export const recover: CliCommand = {
  arguments: [["<task>", "id of a failed task, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    const id = await taskIdOf(workspace, stated);
    const task = workspace.task(id);
    const started = await task.recover();
    if (cli.waits) await watchTask(cli, workspace, task);
    else cli.done(started, `The task ${id} is running: pdp task watch ${id}`);
  },
};
