import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { findProject } from "../../session/findContext.ts";

/** Archives a project: its data remains readable, but it accepts no further data. */
export const archive: CliCommand = {
  arguments: [["<project>", "name or id"]],
  run: async (cli, _options, wanted: string) => {
    const workspace = await cli.workspace();
    const { id, name } = await findProject(workspace, wanted);
    const params = { path: { workspace: workspace.name }, query: { id } };
    const project = await dataOf(workspace.raw.POST("/v2/workspace/{workspace}/project:archive", { params }));
    const undo = `pdp api POST "project:unarchive?id=${id}"`;
    cli.done(project, `✓ project ${name} is archived    (restore it with: ${undo})`);
  },
};
