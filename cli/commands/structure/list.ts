import { take } from "#client/pages.ts";
import type { Structure } from "#client/structures.ts";
import type { CliCommand } from "../../command.ts";
import { findProject } from "../../session/findContext.ts";

interface Options {
  project?: string;
  all?: boolean;
}

/** Lists the structures of a workspace or a project. */
export const list: CliCommand<Options> = {
  options: [
    ["-p, --project <name>", "only structures of this project"],
    ["--all", "also archived structures"],
  ],
  run: async (cli, { project, all = false }) => {
    const workspace = await cli.workspace();
    const id = project === undefined ? undefined : (await findProject(workspace, project)).id;
    await cli.list(await take(workspace.structures.list(id, all)), {
      id: (structure) => structure.id,
      name: ({ data }) => data.name,
      state: ({ data }) => data.state,
      residues: ({ data }) => data.num_residues,
      chains: ({ data }) => data.chains?.map(({ chain }) => chain).join(" "),
      created: ({ created_at }) => created_at,
      ...(all && { archived: (structure: Structure) => structure.archived_at }),
    });
  },
};
