import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { CONTEXT_OPTIONS, type ContextOptions, findRound, projectOf } from "../../session/findContext.ts";

/** Archives a round: its data remains readable, but it accepts no further data. */
export const archive: CliCommand<ContextOptions> = {
  arguments: [["<round>", "name or id"]],
  options: [CONTEXT_OPTIONS[0]],
  run: async (cli, options, wanted: string) => {
    const workspace = await cli.workspace();
    const project = await projectOf(cli, workspace, options);
    if (!project) throw new UsageError("Specify the round's project with --project NAME.");
    const { id, name } = await findRound(workspace, project, wanted);
    const params = { path: { workspace: workspace.name }, query: { id } };
    const round = await dataOf(workspace.raw.POST("/v2/workspace/{workspace}/round:archive", { params }));
    const undo = `pdp api POST "round:unarchive?id=${id}"`;
    cli.done(round, `✓ round ${name} is archived    (restore it with: ${undo})`);
  },
};
