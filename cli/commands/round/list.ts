import { take } from "#client/pages.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { CONTEXT_OPTIONS, type ContextOptions, projectOf } from "../../session/findContext.ts";

/** Lists the rounds of a project. */
export const list: CliCommand<ContextOptions> = {
  options: [CONTEXT_OPTIONS[0]],
  run: async (cli, options) => {
    const workspace = await cli.workspace();
    const project = await projectOf(cli, workspace, options);
    if (!project) throw new UsageError("Specify the project with --project NAME.");
    await cli.list(await take(workspace.rounds({ project_id: project.id })), {
      id: ({ id }) => id,
      name: ({ name }) => name,
      created: (round) => round.created_at,
      description: ({ description }) => description,
    });
  },
};
