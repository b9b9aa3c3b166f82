import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { changeCredentials, credentialsPath } from "../../session/credentials.ts";
import { findProject } from "../../session/findContext.ts";
import { openWorkspace } from "../../session/openSession.ts";

/** Selects the workspace, and optionally the project, for later commands. */
export const use: CliCommand<{ project?: string }> = {
  arguments: [["<workspace>", "name of the workspace"]],
  options: [["--project <name>", "default project"]],
  run: async (cli, { project }, name: string) => {
    const url = await cli.url();
    const workspace = await openWorkspace(url, name, await cli.tokens());
    if (project !== undefined) await findProject(workspace, project);
    await changeCredentials(credentialsPath(cli.env), ({ platforms }) => {
      const kept = platforms[url];
      if (!kept)
        throw new UsageError("You are not signed in here. Programs set the workspace with PDP_WORKSPACE.");
      kept.workspace = name;
      delete kept.project;
      if (project !== undefined) kept.project = project;
    });
    cli.say(`✓ workspace ${name}${project === undefined ? "" : `, project ${project}`}`);
  },
};
