import { structureMatchWords } from "#client/structureMatchWords.ts";
import type { StructureData } from "#client/structures.ts";
import { plural } from "../../parts/format.ts";

/** States how a structure matches the references of its project, in one line. */
export function matchLine({ references = [] }: StructureData): string {
  return references.length > 0
    ? `${references.map(structureMatchWords).join(". ")}.`
    : "It matches no reference of a project; the training compares it with the reference protein.";
}

/** Describes a structure in one line. */
export function structureLine({
  title,
  num_residues: residues = 0,
  is_predicted: isPredicted,
  mean_confidence: confidence,
}: StructureData): string {
  return [
    ...(title ? [title] : []),
    plural(residues, "residue"),
    isPredicted ? `predicted, mean confidence ${confidence} %` : "experimental",
  ].join("; ");
}

/** States what a structure without a picture lacks. */
export function stateWords({ state, problem }: StructureData): string {
  if (state === "WAITING_FOR_FILE") return "Its file has not been uploaded. Add the structure again.";
  return problem ?? "Its file cannot be read.";
}
