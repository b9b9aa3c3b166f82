import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";
import { CONTEXT_OPTIONS, type ContextOptions, findRound, projectOf } from "../../session/findContext.ts";

/** Archives a round: its data remains readable, but it accepts no further data. */
export const archive: CliCommand<ContextOptions & ConfirmOptions> = {
  arguments: [["<round>", "name or id"]],
  options: [CONTEXT_OPTIONS[0], YES],
  run: async (cli, options, wanted: string) => {
    const workspace = await cli.workspace();
    const project = await projectOf(cli, workspace, options);
    if (!project) throw new UsageError("Specify the round's project with --project NAME.");
    const { id, name, created_by: author } = await findRound(workspace, project, wanted);
    await confirmForOthers(cli, `The round ${name}`, author, options);
    const params = { path: { workspace: workspace.name }, query: { id } };
    const round = await dataOf(workspace.raw.POST("/v2/workspace/{workspace}/round:archive", { params }));
    const undo = `pdp api POST "round:unarchive?id=${id}"`;
    cli.done(round, `✓ round ${name} is archived    (restore it with: ${undo})`);
  },
};
