import type { CliCommand } from "../../command.ts";
import { loadIdOf, projectOfLatest } from "../../session/latestId.ts";
import { ROUND_ARGUMENT, targetRound } from "../../session/moveToRound.ts";

/** Moves a load to another round of its project. */
export const move: CliCommand = {
  arguments: [["<load>", "id of a load, or latest"], ROUND_ARGUMENT],
  run: async (cli, _options, stated: string, wanted: string) => {
    const workspace = await cli.workspace();
    const project = await projectOfLatest(cli, workspace, stated);
    const load = workspace.load(await loadIdOf(workspace, stated, project));
    const { id, where } = await targetRound(workspace, (await load.get()).context, wanted);
    cli.done(await load.move(id), `✓ the load ${load.id} is ${where}`);
  },
};
