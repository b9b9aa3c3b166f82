import type { CliCommand } from "../../command.ts";
import { changeCredentials, credentialsPath, type Selection } from "../../session/credentials.ts";
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
    await changeCredentials(credentialsPath(cli.env), (credentials) => {
      // Programs with only a token have no session in which to store the selection.
      const kept: Selection = credentials.platforms[url] ?? {};
      if (!credentials.platforms[url]) credentials.selections = { ...credentials.selections, [url]: kept };
      kept.workspace = name;
      delete kept.project;
      if (project !== undefined) kept.project = project;
    });
    cli.say(`✓ workspace ${name}${project === undefined ? "" : `, project ${project}`}`);
  },
};
