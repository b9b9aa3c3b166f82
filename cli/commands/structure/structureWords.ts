import { formatCount } from "@pdp/basics/wording";
import { structureMatchWords } from "#client/structureMatchWords.ts";
import type { StructureData } from "#client/structures.ts";

/** Describes a structure in lines. */
export function structureWords(data: StructureData): string[] {
  if (data.state === "WAITING_FOR_FILE") return ["  Its file has not been uploaded."];
  if (data.state === "UNREADABLE") return [`  ${data.problem}`];
  const { chains = [], ligands = [], references = [], uncertain_residues: uncertain = [] } = data;
  return [
    ...chains.map(
      ({ chain, num_residues: residues, first, last, num_incomplete: incomplete }) =>
        `  Chain ${chain}: ${formatCount(residues, "residue")}, ${first} to ${last}${incomplete > 0 ? `; ${incomplete} with an incomplete backbone` : ""}`,
    ),
    ...(ligands.length > 0 ? [`  Ligands: ${ligandWords(ligands)}`] : []),
    ...(data.is_predicted
      ? [
          `  Predicted, with a mean confidence of ${data.mean_confidence} %${uncertain.length > 0 ? `; below 70 %: ${uncertain.join(", ")}` : ""}`,
        ]
      : []),
    ...references.map((match) => `  ${structureMatchWords(match)}`),
  ];
}

const NUCLEOTIDE = /^D?[ACGITU]$/;

/** Counts ligands by name; nucleotides are named by their chains. */
function ligandWords(ligands: NonNullable<StructureData["ligands"]>): string {
  const names = ligands.map(({ name, chain }) =>
    NUCLEOTIDE.test(name) ? `nucleic acid in chain ${chain}` : name,
  );
  const counts = Map.groupBy(names, (name) => name);
  return [...counts]
    .map(([name, { length }]) => (length === 1 || name.includes(" ") ? name : `${length} × ${name}`))
    .join(", ");
}
