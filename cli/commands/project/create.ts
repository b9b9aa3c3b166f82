import type { CliCommand } from "../../command.ts";

interface Options {
  modality?: string;
  description?: string;
}

/** Creates a project. */
export const create: CliCommand<Options> = {
  arguments: [["<name>", "letters, digits and hyphens"]],
  options: [
    ["--modality <kind>", "ENZYME, ANTIBODY, PEPTIDE or OTHER"],
    ["--description <text>", "description and purpose"],
  ],
  run: async (cli, { modality, description }, name: string) => {
    const workspace = await cli.workspace();
    const project = await workspace.createProject({
      name,
      // The service validates the kind.
      ...(modality !== undefined && { modality: { kind: modality.toUpperCase() as "ENZYME" } }),
      ...(description !== undefined && { description }),
    });
    for (const warning of project.warnings ?? []) cli.say(`! ${warning}`);
    cli.done(project, `✓ project ${name}, ${project.id}`);
    if (!cli.json && !process.stdout.isTTY) cli.print(`${project.id}\n`);
  },
};
