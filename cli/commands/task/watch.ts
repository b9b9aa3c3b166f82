import type { CliCommand } from "../../command.ts";
import { taskIdOf } from "../../session/latestId.ts";
import { watchTask } from "./watchTask.ts";

/** Waits for a task to finish. */
export const watch: CliCommand = {
  arguments: [["<task>", "id of a task, or latest"]],
  run: async (cli, _options, stated: string) => {
    const workspace = await cli.workspace();
    await watchTask(cli, workspace, workspace.task(await taskIdOf(workspace, stated)));
  },
};
