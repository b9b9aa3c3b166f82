import { findReference, Numbering } from "@pdp/basics/proteins";
import type { components } from "#client/schema.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { wholeNumber } from "../../files/wholeNumber.ts";

/** Options for residue numbering. */
export interface NumberingOptions {
  firstNumber?: string;
  numbering?: string;
}

/** Returns the residue numbering options for a given context. */
export function numberingOptions(protein: string, where: string): NonNullable<CliCommand["options"]> {
  return [
    [
      "--first-number <number>",
      `number of the ${protein}'s first residue in ${where}. Defaults to the numbering of the training task's reference, of a project reference with the same sequence, or of codes such as V29A in its table; otherwise 1`,
    ],
    [
      "--numbering <name>",
      `project reference that numbers the residues in ${where}, instead of --first-number`,
    ],
  ];
}

/** Default numbers, and the project with the references that a flag can name. */
interface NumberingSources {
  usual: () => Promise<Numbering>;
  project: () => Promise<components["schemas"]["Project"] | undefined>;
}

/**
 * Returns the residue numbers of a sequence: from the project reference named by a flag, from the first number given by a
 * flag, or the default numbers.
 */
export async function numberingOf(
  { firstNumber, numbering: name }: NumberingOptions,
  sequence: string,
  { usual, project: readProject }: NumberingSources,
): Promise<Numbering> {
  if (name === undefined) {
    if (firstNumber === undefined) return usual();
    return new Numbering({ first_position: wholeNumber(firstNumber, "--first-number") });
  }
  if (firstNumber !== undefined) throw new UsageError("Use either --numbering or --first-number, not both.");
  const project = await readProject();
  if (!project)
    throw new UsageError(
      `--numbering "${name}": the task is not in a project, so there are no project references. Use --first-number instead.`,
    );
  const { references = [] } = project;
  const namedReference = findReference(references, name);
  if (!namedReference) {
    const known = references.map((reference) => reference.name).join(", ") || "it has none";
    throw new UsageError(`The project "${project.name}" has no reference "${name}": ${known}.`);
  }
  if (namedReference.monomer.length === sequence.length) return new Numbering(namedReference);
  throw new UsageError(
    `The reference "${namedReference.name}" has ${namedReference.monomer.length} residues but the template has ${sequence.length}, so its numbering does not apply.`,
  );
}
