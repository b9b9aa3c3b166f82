import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { findProject } from "../../session/findContext.ts";

interface Options {
  project?: string;
  all?: boolean;
}

/** Lists the orders of a workspace or a project. */
export const list: CliCommand<Options> = {
  options: [
    ["-p, --project <name>", "only orders of this project"],
    ["--all", "also archived orders"],
  ],
  run: async (cli, { project, all = false }) => {
    const workspace = await cli.workspace();
    const owner = project === undefined ? {} : { project_id: (await findProject(workspace, project)).id };
    await cli.list(await take(workspace.orders.list({ ...owner, include_archived: all })), {
      id: ({ id }) => id,
      name: ({ name }) => name,
      designs: (order) => order.design_count,
      plates: (order) => order.plate_count,
      created: ({ created_at }) => created_at,
    });
  },
};
