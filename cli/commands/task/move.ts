import type { CliCommand } from "../../command.ts";
import { projectOfLatest, taskIdOf } from "../../session/latestId.ts";
import { ROUND_ARGUMENT, targetRound } from "../../session/moveToRound.ts";

/** Moves a task to another round of its project. */
export const move: CliCommand = {
  arguments: [["<task>", "id of a task, or latest"], ROUND_ARGUMENT],
  run: async (cli, _options, stated: string, wanted: string) => {
    const workspace = await cli.workspace();
    const project = await projectOfLatest(cli, workspace, stated);
    const task = workspace.task(await taskIdOf(workspace, stated, [undefined], project));
    const { id, where } = await targetRound(workspace, (await task.get()).context, wanted);
    cli.done(await task.move(id), `✓ the task ${task.id} is ${where}`);
  },
};
