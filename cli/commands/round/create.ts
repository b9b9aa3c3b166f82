import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { CONTEXT_OPTIONS, type ContextOptions, projectOf } from "../../session/findContext.ts";

interface Options extends ContextOptions {
  description?: string;
}

/** Creates a round in a project. */
export const create: CliCommand<Options> = {
  arguments: [["<name>", "such as round-1"]],
  options: [CONTEXT_OPTIONS[0], ["--description <text>", "description and purpose"]],
  run: async (cli, { description, ...options }, name: string) => {
    const workspace = await cli.workspace();
    const project = await projectOf(cli, workspace, options);
    if (!project) throw new UsageError("Specify the round's project with --project NAME.");
    const round = await workspace.createRound({
      project_id: project.id,
      name,
      ...(description !== undefined && { description }),
    });
    cli.done(round, `✓ round ${name} of ${project.name}, ${round.id}`);
    if (!cli.json && !process.stdout.isTTY) cli.print(`${round.id}\n`);
  },
};
