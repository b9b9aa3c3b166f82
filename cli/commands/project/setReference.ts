import { Numbering } from "@pdp/basics/proteins";
import { putReference } from "#client/projectReferences.ts";
import type { CliCommand } from "../../command.ts";
import { wholeNumber } from "../../files/wholeNumber.ts";
import { findProject } from "../../session/findContext.ts";
import { readSequence } from "../task/dataOptions.ts";

interface Options {
  firstNumber?: string;
  positions?: string;
  description?: string;
}

/** Adds a reference to a project, or replaces the reference with the same name. */
export const setReference: CliCommand<Options> = {
  arguments: [
    ["<project>", "name or id"],
    ["<name>", "name of the reference, without spaces"],
    ["<sequence>", "sequence, or a FASTA file that contains it"],
  ],
  options: [
    ["--first-number <number>", "number of the first residue. Defaults to 1"],
    [
      "--positions <numbers>",
      "residue numbers for numbering with gaps: comma-separated, ascending, one per residue",
    ],
    ["--description <text>", "description of the reference"],
  ],
  run: async (
    cli,
    { firstNumber, positions, description },
    wanted: string,
    name: string,
    sequence: string,
  ) => {
    const workspace = await cli.workspace();
    const project = await findProject(workspace, wanted);
    const reference = {
      name,
      monomer: await readSequence(sequence),
      ...(firstNumber !== undefined && { first_position: wholeNumber(firstNumber, "--first-number") }),
      ...(positions !== undefined && {
        positions: positions.split(",").map((text) => wholeNumber(text, "--positions")),
      }),
      ...(description !== undefined && { description }),
    };
    const changed = await putReference(workspace, project.id, reference);
    const numbers = new Numbering(reference).describe(reference.monomer.length);
    cli.done(changed, `✓ reference ${name} of the project ${project.name}, ${numbers}`);
  },
};
