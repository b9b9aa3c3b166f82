import { formatInteger } from "@pdp/basics/wording";
import { type AssayAnalysis, countGroups, substitutionEffects, type Variants } from "@pdp/science/analysis";
import { BOXES, boxPlot } from "../charts/boxPlot.ts";
import { heatMap, selectPositions } from "../charts/heatMap.ts";
import type { ReportSection } from "../report.ts";

/** Shows how the value depends on the number of mutations. */
export function mutationCountSection(
  { name, scaled, means }: AssayAnalysis,
  variants: Variants,
): ReportSection {
  const { mutationCounts, referenceIndex } = variants;
  const reference = means.means[referenceIndex] ?? Number.NaN;
  const largest = mutationCounts.reduce((maximum, count) => Math.max(maximum, count), 0);
  const groups = countGroups(largest).map(({ label, from, to }) => ({
    label,
    values: means.means.filter(
      (mean, index) => !Number.isNaN(mean) && mutationCounts[index]! >= from && mutationCounts[index]! <= to,
    ),
  }));
  if (groups.every(({ values }) => values.length === 0)) {
    return {
      title: "Value versus number of mutations",
      group: name,
      text: "No aligned sequence has a value.",
    };
  }
  return {
    title: "Value versus number of mutations",
    group: name,
    text: `Means of each sequence’s replicates: ${BOXES}; the numbers above are sequence counts.${Number.isFinite(reference) ? " The dashed line is the reference." : ""}`,
    chart: boxPlot(groups, {
      title: `${name} versus number of mutations`,
      x: "Mutations",
      y: scaled.scale.axis,
      line: reference,
    }),
  };
}

/** Shows the mean effect of each substitution. */
export function effectSection(
  { name, scaled, means }: AssayAnalysis,
  variants: Variants,
  maxCells: number,
): ReportSection {
  const title = "Effect of each substitution";
  const { cells, baseline, referenceMeasured } = substitutionEffects(variants, means);
  if (cells.length === 0) {
    return { title, group: name, text: "No mutated sequence has a value, so there are no effects to show." };
  }
  const because = referenceMeasured ? "most sequences have several mutations" : "the reference has no value";
  const from =
    baseline === "reference"
      ? "the difference from the reference"
      : `the difference from the median of all mutated sequences (${because})`;
  const shown = selectPositions(cells, maxCells).length;
  const all = new Set(cells.map(({ position }) => position)).size;
  const part =
    shown < all
      ? ` Shown are the ${formatInteger(shown)} of ${formatInteger(all)} positions with the largest effects.`
      : "";
  return {
    title,
    group: name,
    text: `Mean over all sequences with the substitution, as ${from}. Orange lowers the value and blue raises it; empty cells were not measured, dots are the reference’s residues, and “-” is a deletion. Point at a cell to see the effect and the number of sequences.${part}`,
    chart: heatMap(
      variants.reference,
      cells,
      { title: `Effect of substitutions on ${name}`, legend: scaled.scale.difference },
      maxCells,
      variants.numbering,
    ),
  };
}
