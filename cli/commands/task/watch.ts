import type { CliCommand } from "../../command.ts";
import { watchTask } from "./watchTask.ts";

/** Waits for the end of a task. */
export const watch: CliCommand = {
  arguments: [["<task>", "id of a task"]],
  run: async (cli, _options, id: string) => watchTask(cli, (await cli.workspace()).task(id)),
};
