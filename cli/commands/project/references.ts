import { Numbering } from "@pdp/basics/proteins";
import type { CliCommand } from "../../command.ts";
import { findProject } from "../../session/findContext.ts";

/** Lists the references of a project and how their residues are numbered. */
export const references: CliCommand = {
  arguments: [["<project>", "name or id"]],
  run: async (cli, _options, wanted: string) => {
    const { references: projectReferences = [] } = await findProject(await cli.workspace(), wanted);
    await cli.list(projectReferences, {
      id: ({ name }) => name,
      name: ({ name }) => name,
      residues: ({ monomer }) => String(monomer.length),
      numbers: (reference) => new Numbering(reference).describe(reference.monomer.length),
      sequence: ({ monomer }) => (monomer.length > 40 ? `${monomer.slice(0, 40)}…` : monomer),
      description: ({ description }) => description,
    });
  },
};
