import type { CliCommand } from "../../command.ts";
import { watchTask } from "./watchTask.ts";

/** Recovers a failed task from its last checkpoint, and waits for its end. */
export const recover: CliCommand = {
  arguments: [["<task>", "id of a failed task"]],
  run: async (cli, _options, id: string) => {
    const task = (await cli.workspace()).task(id);
    const started = await task.recover();
    if (cli.waits) await watchTask(cli, task);
    else cli.done(started, `The task ${id} is running: pdp task watch ${id}`);
  },
};
