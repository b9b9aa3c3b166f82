import { residueCount } from "@pdp/basics/proteins";
import { formatCount, formatInteger, joinNames } from "@pdp/basics/wording";
import type { ReportSection } from "#shared/reports/report.ts";
import type { StructureScores } from "./structureScores.ts";

const DIFFERENCES_SHOWN = 12;

/** States which part of a structure was used, and how it differs from the reference. */
export function structureSection(
  { chain, partner, copies, network, isShown, differences }: StructureScores,
  reference: string,
): ReportSection {
  const shown = isShown.reduce((sum, flag) => sum + flag, 0);
  const all = residueCount(reference);
  const missing = all - shown;
  const source =
    partner === undefined ? `chain ${chain || "(without a name)"}` : `the chains ${chain} and ${partner}`;
  const sentences = [
    `An inverse-folding network scored every substitution at ${formatInteger(shown)} of ${formatInteger(all)} positions, from the backbone of ${source}${network === "ligand" ? " and the atoms of ligands, metals or nucleic acids near it" : ""}.`,
    ...(copies.length > 0
      ? [`It also sees ${formatCount(copies.length, "further chain")} of the protein.`]
      : []),
    ...(missing > 0
      ? [
          `The structure does not show ${formatCount(missing, "position")}: substitutions there count as average ones.`,
        ]
      : []),
    ...(differences.length > 0
      ? [
          `The structure has different amino acids than the reference at ${formatCount(differences.length, "position")} (${joinNames(differences, DIFFERENCES_SHOWN)}); they were scored as in the reference.`,
        ]
      : []),
  ];
  return { title: "What the structure shows", text: sentences.join(" ") };
}
