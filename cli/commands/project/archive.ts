import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";
import { findProject } from "../../session/findContext.ts";

/** Archives a project: its data remains readable, but it accepts no further data. */
export const archive: CliCommand<ConfirmOptions> = {
  arguments: [["<project>", "name or id"]],
  options: [YES],
  run: async (cli, options, wanted: string) => {
    const workspace = await cli.workspace();
    const { id, name, created_by: author } = await findProject(workspace, wanted);
    await confirmForOthers(cli, `The project ${name}`, author, options);
    const params = { path: { workspace: workspace.name }, query: { id } };
    const project = await dataOf(workspace.raw.POST("/v2/workspace/{workspace}/project:archive", { params }));
    const undo = `pdp api POST "project:unarchive?id=${id}"`;
    cli.done(project, `✓ project ${name} is archived    (restore it with: ${undo})`);
  },
};
