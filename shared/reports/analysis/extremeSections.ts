import { sortIndices } from "@pdp/basics/statistics";
import { formatCount } from "@pdp/basics/wording";
import { type AssayAnalysis, replicateDeviation, type Variants, variantName } from "@pdp/science/analysis";
import { withUnit } from "../charts/chart.ts";
import type { ReportSection } from "../report.ts";

const MAX_VARIANTS = 10;

/** Lists the highest and lowest means, compared with the reference as ratios or differences, depending on the assay. */
export function extremeSection(
  { assay, name, rawMeans, scaled }: AssayAnalysis,
  variants: Variants,
): ReportSection {
  const order = sortIndices(rawMeans.means);
  const shown = Math.min(MAX_VARIANTS, Math.ceil(order.length / 2));
  const top = [...order.slice(order.length - shown)].reverse();
  const bottom = [...order.slice(0, Math.min(MAX_VARIANTS, order.length - shown))];
  const reference = rawMeans.means[variants.referenceIndex] ?? Number.NaN;
  const isRatio = scaled.scale.kind === "log" && reference > 0;
  const row = (end: string, index: number): (string | number | null)[] => [
    end,
    variantName(variants, index),
    rawMeans.means[index]!,
    isRatio ? rawMeans.means[index]! / reference : rawMeans.means[index]! - reference,
    replicateDeviation(rawMeans, index),
    rawMeans.counts[index]!,
  ];
  return {
    title: "Highest and lowest",
    group: name,
    text: "The best of many single measurements are partly due to chance: expect lower values when they are measured again.",
    table: {
      columns: [
        { title: "", kind: "text" },
        { title: "Variant", kind: "sequence" },
        { title: withUnit("Mean", assay.unit), kind: "number" },
        { title: isRatio ? "Times the reference" : "Minus the reference", kind: "number" },
        { title: "SD", kind: "number" },
        { title: "Values", kind: "integer" },
      ],
      rows: [
        ...top.map((index, rank) => row(`Highest ${rank + 1}`, index)),
        ...bottom.map((index, rank) => row(`Lowest ${rank + 1}`, index)),
      ],
    },
  };
}

/** Lists values that are probably mistakes. */
export function outlierSection(
  { assay, name, raw, outliers }: AssayAnalysis,
  variants: Variants,
  batches: readonly string[] | undefined,
): ReportSection {
  const title = "Outliers";
  const { worst, fromAll, fromReplicates, groupBelow, groupAbove } = outliers;
  const groups = [
    ...(groupBelow > 0 ? [`${formatCount(groupBelow, "value")} far below the others`] : []),
    ...(groupAbove > 0 ? [`${formatCount(groupAbove, "value")} far above the others`] : []),
  ];
  const note =
    groups.length === 0
      ? ""
      : ` There are also ${groups.join(" and ")}: too many to be errors, so they are probably a separate group of variants.`;
  const count = fromAll + fromReplicates;
  if (count === 0) {
    return {
      title,
      group: name,
      text: `No value is more than five robust standard deviations from the others or from its replicates.${note}`,
    };
  }
  const left = count - worst.length;
  return {
    title,
    group: name,
    text: `On the comparison scale, ${formatCount(fromReplicates, "value")} ${fromReplicates === 1 ? "is" : "are"} more than five robust standard deviations from the replicates of the same sequence, and ${formatCount(fromAll, "other")} from the overall median. Consider measuring values that differ from their replicates again; values that differ from the overall median may be real. No values were excluded because of this.${note}`,
    table: {
      columns: [
        { title: "Row", kind: "integer" },
        { title: "Variant", kind: "sequence" },
        { title: withUnit("Value", assay.unit), kind: "number" },
        { title: "Robust SDs away", kind: "number" },
        { title: "From", kind: "text" },
        ...(batches ? [{ title: "Batch", kind: "text" as const }] : []),
      ],
      rows: worst.map(({ row, from, distance }) => [
        row + 1,
        variantName(variants, variants.ofRow[row]!),
        raw[row]!,
        distance,
        from,
        ...(batches ? [batches[row] || null] : []),
      ]),
      note: `Rows are numbered from 1 in data set order.${left > 0 ? ` Omitted: ${formatCount(left, "less distant value")}.` : ""}`,
    },
  };
}
