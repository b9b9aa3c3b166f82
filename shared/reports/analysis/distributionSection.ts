import { quantileSorted } from "@pdp/basics/statistics";
import { formatCount, formatInteger, formatNumber } from "@pdp/basics/wording";
import type { AssayAnalysis, Control, VariantMeans, Variants } from "@pdp/science/analysis";
import { type MarkedValue, withUnit } from "../charts/chart.ts";
import { type DistributionPanel, distributionPlot } from "../charts/distributionPlot.ts";
import type { ReportSection } from "../report.ts";

/** Shows the values as given and, if it differs, on the scale on which they are compared. */
export function distributionSection(
  { assay, name, sorted, scaled, measured, means, rawMeans }: AssayAnalysis,
  variants: Variants,
  controls: readonly Control[],
): ReportSection {
  const [low, lower, middle, upper, high] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    quantileSorted(sorted, share),
  );
  const unit = assay.unit ? ` ${assay.unit}` : "";
  const range = `${formatCount(measured, "value")} from ${formatNumber(low!)} to ${formatNumber(high!)}${unit}; half of them between ${formatNumber(lower!)} and ${formatNumber(upper!)}, the median is ${formatNumber(middle!)}.`;
  const panels: DistributionPanel[] = [
    { axis: withUnit(name, assay.unit), sorted, marked: listMarkedValues(variants, rawMeans, controls) },
  ];
  if (scaled.scale.kind !== "identity") {
    panels.push({
      axis: scaled.scale.axis,
      sorted: scaled.sorted,
      marked: listMarkedValues(variants, means, controls),
    });
  }
  const { referenceIndex } = variants;
  const reference = (rawMeans.counts[referenceIndex] ?? 0) > 0 ? rawMeans.means[referenceIndex]! : null;
  const lines =
    reference === null
      ? "The reference has no value."
      : `The line marks the reference: ${formatNumber(reference)}${unit}, ${meanOf(rawMeans.counts[referenceIndex]!)}; sequences with a higher mean: ${formatInteger(countAbove(rawMeans, reference))}.`;
  return {
    title: "Distribution",
    group: name,
    text: `${range} ${lines}\n\n${scaled.scale.explanation}`,
    chart: distributionPlot(`Distribution of ${name}`, panels),
  };
}

function countAbove({ means }: VariantMeans, level: number): number {
  return means.reduce((count, mean) => count + (mean > level ? 1 : 0), 0);
}

function listMarkedValues(
  { sequences, referenceIndex }: Variants,
  { means }: VariantMeans,
  controls: readonly Control[],
): MarkedValue[] {
  const marked = [
    { kind: "reference" as const, label: "Reference", value: means[referenceIndex] },
    ...controls.map(({ sequence, name }, index) => ({
      kind: "control" as const,
      label: name ?? `Control ${index + 1}`,
      value: means[sequences.indexOf(sequence)],
    })),
  ];
  return marked.flatMap(({ kind, label, value = Number.NaN }) =>
    Number.isFinite(value) ? [{ kind, label: `${label}: ${formatNumber(value)}`, value }] : [],
  );
}

function meanOf(values: number): string {
  return values === 1 ? "measured once" : `the mean of ${formatCount(values, "value")}`;
}
