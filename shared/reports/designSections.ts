import { formatCount, formatInteger } from "@pdp/basics/wording";
import {
  changeName,
  countBars,
  isNamedResidue,
  positionCoverage,
  type Variants,
} from "@pdp/science/analysis";
import { affordableAlignments, alignMutant, isSameShape, residueIndices } from "@pdp/science/sequences";
import { barChart } from "./charts/barChart.ts";
import { positionChart } from "./charts/positionChart.ts";
import type { ReportSection } from "./report.ts";

const MAX_SUBSTITUTIONS = 20;

/** Shows the number of mutations per design, the mutated positions, and the most frequent mutations. */
export function designMutationSections(variants: Variants): ReportSection[] {
  const bars = countBars(variants.mutationCounts);
  const coverage = positionCoverage(variants);
  const { touched } = coverage;
  const sections: ReportSection[] = [
    {
      title: "Mutations per design",
      text: "Substituted and deleted positions and inserted residues, relative to the template.",
      chart: barChart(bars, { title: "Mutations per design", x: "Mutations", y: "Designs" }),
    },
  ];
  if (touched === 0) return sections;
  const longer = variants.inserted.filter((count) => count > 0).length;
  const insertions =
    longer === 0
      ? ""
      : ` Insertions are not in the table; ${formatCount(longer, "design")} ${longer === 1 ? "has" : "have"} them.`;
  sections.push({
    title: "Where the designs are mutated",
    text: `${formatInteger(touched)} of ${formatInteger(variants.reference.length)} positions of the template are changed in at least one design. The table has the most frequent changes.${insertions}`,
    chart: positionChart(
      "Mutated positions",
      variants.reference,
      [
        { name: "Designs", counts: coverage.variants },
        { name: "Amino acids used", counts: coverage.aminoAcids },
      ],
      variants.numbering,
    ),
    table: {
      columns: [
        { title: "Change", kind: "sequence" },
        { title: "Designs", kind: "integer" },
        { title: "Share", kind: "share" },
      ],
      rows: frequentChanges(variants).map(({ name, count }) => [
        name,
        count,
        count / variants.sequences.length,
      ]),
    },
  });
  return sections;
}

function frequentChanges({
  reference,
  positions,
  residues,
  numbering,
}: Variants): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [index, position] of positions.entries()) {
    const residue = residues[index]!;
    if (!isNamedResidue(residue)) continue;
    const name = changeName(reference, position, residue, numbering);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUBSTITUTIONS);
}

/**
 * Maximum number of designs compared with each other, and maximum number of position pairs compared in their alignments; takes
 * a few seconds.
 */
const MAX_COMPARED = 1_000;
const MAX_COST = 1.5e8;

/** Shows the distance of each design from the nearest higher-ranked design. */
export function designDiversitySection(sequences: readonly string[], template: string): ReportSection {
  const reference = residueIndices(template);
  const first = sequences.slice(0, MAX_COMPARED);
  const isAffordable = affordableAlignments(first, reference, MAX_COST);
  const aligned = first.filter((_, at) => isAffordable(at));
  const compared = aligned.map((sequence) => inPositions(sequence, reference));
  const nearest = compared.slice(1).map((design, index) => {
    const before = compared.slice(0, index + 1);
    return before.reduce(
      (nearest, other) => Math.min(nearest, differences(design, other, nearest)),
      design.length,
    );
  });
  const part =
    sequences.length > MAX_COMPARED ? ` Found among the first ${formatInteger(MAX_COMPARED)} designs.` : "";
  const skipped =
    aligned.length < first.length
      ? ` ${formatCount(first.length - aligned.length, "design")} would take too long to align.`
      : "";
  return {
    title: "Diversity of the designs",
    text: `For each design, the number of positions where it differs from the most similar design that is ranked better. Many designs at 1 mean many copies of one idea.${part}${skipped}`,
    chart: barChart(countBars(nearest), {
      title: "Distance to the nearest better-ranked design",
      x: "Different positions",
      y: "Designs",
    }),
  };
}

/** Returns the residues of a design at the template's positions, followed by its inserted residues. */
function inPositions(sequence: string, reference: Uint8Array): Uint8Array {
  const indices = residueIndices(sequence);
  if (isSameShape(indices, reference)) return indices;
  const { residues, insertions } = alignMutant(indices, reference);
  return Uint8Array.from([...residues, ...insertions.flatMap((insertion) => [...insertion.residues])]);
}

/** Counts differences up to `enough`. If one design inserts more residues, each extra position counts. */
function differences(a: Uint8Array, b: Uint8Array, enough: number): number {
  const common = Math.min(a.length, b.length);
  let count = Math.max(a.length, b.length) - common;
  for (let index = 0; index < common && count < enough; index += 1) {
    if (a[index] !== b[index]) count += 1;
  }
  return count;
}
