import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";

/** Lists the projects of the workspace. */
export const list: CliCommand = {
  run: async (cli) => {
    const workspace = await cli.workspace();
    await cli.list(await take(workspace.projects()), {
      id: ({ id }) => id,
      name: ({ name }) => name,
      modality: ({ modality }) => modality?.kind,
      created: (project) => project.created_at,
      description: ({ description }) => description,
    });
  },
};
