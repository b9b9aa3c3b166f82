import { AMINO_ACIDS, chainsOf, type Numbering } from "@pdp/basics/proteins";
import type { Sampler } from "@pdp/science/models";
import { AMINO_ACID_COUNT, residueIndices } from "@pdp/science/sequences";
import { column } from "#shared/tasks/designTable.ts";
import type { NewTaskTable } from "#shared/tasks/taskRun.ts";
import type { StructureScores } from "./structureScores.ts";

/** Information about substitutions in a training run other than its measurements. */
export interface SubstitutionSources {
  reference: string;
  numbering: Numbering;
  /** Sampler of related sequences; null without them. */
  homologs: Sampler | null;
  structure: StructureScores | null;
  /** Sampler of both. */
  sampler: Sampler;
}

/** Lists all single substitutions of the reference with their scores, before any measurement. */
export function substitutionTable({
  reference,
  numbering,
  homologs,
  structure,
  sampler,
}: SubstitutionSources): NewTaskTable {
  const letters = residueIndices(reference);
  const ofHomologs = homologs?.substitutionScores(letters).data;
  const ofBoth = sampler.substitutionScores(letters).data;
  const chains = chainsOf(reference);
  const isPair = chains.length > 1;
  const sites = chains.flatMap(({ name, prefix, start, end }) =>
    Array.from({ length: end - start }, (_, at) => ({
      index: start + at,
      position: isPair ? at + 1 : numbering.positionAt(at),
      prefix,
      ofChain: isPair ? { chain: name } : {},
    })),
  );
  const rows = sites.flatMap(({ index, position, prefix, ofChain }) => {
    const wildType = reference[index]!;
    return Array.from(AMINO_ACIDS, (residue, kind) => {
      const at = index * AMINO_ACID_COUNT + kind;
      return {
        mutation: `${prefix}${wildType}${position}${residue}`,
        ...ofChain,
        position,
        wild_type: wildType,
        residue,
        structure_score: structureChange(structure, letters[index]!, index, kind),
        homolog_score: ofHomologs?.[at] ?? null,
        plausibility: ofBoth[at]!,
      };
    }).filter((row) => row.residue !== wildType);
  });
  return {
    name: "substitutions",
    description:
      "All single substitutions of the reference with their scores, which use no measurement; 0 is as good as the reference",
    columns: [
      column("mutation", "STRING", `The substitution; positions ${numbering.wording(reference.length)}`),
      ...(isPair ? [column("chain", "STRING", "Its chain: vh or vl")] : []),
      column("position", "INT64", isPair ? "Its position in the chain" : "Its position"),
      column("wild_type", "STRING", "Amino acid of the reference"),
      column("residue", "STRING", "New amino acid"),
      column(
        "structure_score",
        "FLOAT64",
        "Change in log probability under the structure; null where the structure shows no residue, or without one",
        true,
      ),
      column(
        "homolog_score",
        "FLOAT64",
        "Change in log density under related sequences; null without them",
        true,
      ),
      column("plausibility", "FLOAT64", "Change in the log density of the sampler, which uses both"),
    ],
    rows,
  };
}

function structureChange(
  structure: StructureScores | null,
  base: number,
  index: number,
  kind: number,
): number | null {
  if (!structure?.isShown[index] || base >= AMINO_ACID_COUNT) return null;
  const { logProbabilities } = structure;
  const start = index * AMINO_ACID_COUNT;
  return logProbabilities[start + kind]! - logProbabilities[start + base]!;
}
