import { formatCount, formatInteger, formatNumber, formatShare } from "@pdp/basics/wording";
import { type Assay, assayName } from "@pdp/science/analysis";
import type { EvaluatedLibrary } from "@pdp/science/designs";
import { withUnit } from "./charts/chart.ts";
import type { ReportSection } from "./report.ts";

/** Degenerate library with its figures, in the unit of the objective's assay. */
export interface ReportedLibrary extends Omit<EvaluatedLibrary, "sites"> {
  /** Positions of the template, starting at 1. */
  positions: readonly number[];
  codons: readonly string[];
  /** Template residue, its number and the residues of the codon, such as `V39ACDE`. */
  residues: readonly string[];
}

/** Costs, in any currency. */
export interface LibraryCosts {
  well: number;
  library: number;
  gene: number;
}

export interface LibraryComparison {
  libraries: readonly ReportedLibrary[];
  /** Number of designs, and the expected value of the best one. */
  designs: { count: number; best: number };
  costs: LibraryCosts | null;
}

/** Cost of a library: its oligos, and a well for each clone. */
export const libraryCost = ({ clones }: Pick<ReportedLibrary, "clones">, costs: LibraryCosts): number =>
  costs.library + clones * costs.well;

/** Cost of designs: a gene and a well for each. */
export const designsCost = (count: number, { gene, well }: LibraryCosts): number => count * (gene + well);

/** Shows degenerate libraries in addition to the designs. */
export function librarySection(
  { libraries, designs, costs }: LibraryComparison,
  assay: Assay,
  warning: string | null,
): ReportSection {
  const { count } = designs;
  const same = formatCount(count, "clone");
  const [first] = libraries;
  const price = costs
    ? ` The designs cost ${formatNumber(designsCost(count, costs))}: ${formatInteger(count)} × (${formatNumber(costs.gene)} for a gene + ${formatNumber(costs.well)} for a well). A library costs ${formatNumber(costs.library)} for oligos, and ${formatNumber(costs.well)} for each clone.`
    : "";
  const stops =
    first && first.stops > 0
      ? ` ${formatShare(first.stops)} of the clones of the first library have a stop.`
      : "";
  return {
    title: "Degenerate library",
    text: `${warning === null ? "" : `${warning} `}Instead of ordering each design, you can vary positions with degenerate codons and screen clones. The table shows the best library for each number of positions. For a coverage of 95 %, screen about three clones for each combination of codons. Expected best: what the best of these clones, or of ${same}, is expected to have; the best of the ${formatCount(count, "design")} is expected to have ${formatNumber(designs.best)}. Good clones are predicted to reach the goal and every limit.${stops}${price}`,
    table: {
      columns: [
        { title: "Residues", kind: "text" },
        { title: "Codons", kind: "text" },
        { title: "Combinations", kind: "integer" },
        { title: "Proteins", kind: "integer" },
        { title: "Clones for 95 %", kind: "integer" },
        { title: `Expected best ${withUnit(assayName(assay), assay.unit)}`, kind: "number" },
        { title: `Best of ${same}`, kind: "number" },
        { title: "Good clones", kind: "share" },
        ...(costs ? [{ title: "Cost", kind: "number" as const }] : []),
      ],
      rows: libraries.map((library) => [
        library.residues.join(" "),
        library.codons.join(" "),
        library.size,
        library.variants,
        library.clones,
        library.best,
        library.bestOfFew,
        library.good,
        ...(costs ? [libraryCost(library, costs)] : []),
      ]),
    },
  };
}
