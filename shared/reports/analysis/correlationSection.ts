import type { Random } from "@pdp/basics/statistics";
import { formatCount, formatInteger } from "@pdp/basics/wording";
import { type AssayAnalysis, type AssayCorrelations, assayCorrelations } from "@pdp/science/analysis";
import { correlationMatrix, MIN_PAIRS } from "../charts/correlationMatrix.ts";
import type { ReportSection, ReportTable } from "../report.ts";

const MAX_PAIRS = 40;

/** Returns no section for a single assay. */
export function correlationSection(analyses: readonly AssayAnalysis[], random: Random): ReportSection[] {
  if (analyses.length < 2) return [];
  const correlations = assayCorrelations(
    analyses.map(({ means }) => means),
    random,
  );
  const all = analyses[0]!.means.means.length;
  const part =
    correlations.sequences < all
      ? ` Computed from ${formatInteger(correlations.sequences)} of the ${formatInteger(all)} sequences, chosen at random.`
      : "";
  const names = analyses.map(({ name }) => name);
  return [
    {
      title: "Correlations between assays",
      text: `Spearman’s rank correlation between assays, for sequences measured in both (means of replicates). Strongly positive: variants that are good in one assay are good in the other. Negative: improving one assay tends to worsen the other. Pairs with fewer than ${MIN_PAIRS} shared sequences are not plotted.${part}`,
      chart: correlationMatrix(names, correlations.cells, "Rank correlation between assays"),
      table: pairTable(names, correlations),
    },
  ];
}

function pairTable(names: readonly string[], { cells }: AssayCorrelations): ReportTable {
  const pairs = cells
    .filter(({ first, second }) => first < second)
    .sort((a, b) => size(b.correlation) - size(a.correlation));
  const left = pairs.length - MAX_PAIRS;
  return {
    columns: [
      { title: "Assay", kind: "text" },
      { title: "Assay", kind: "text" },
      { title: "Spearman", kind: "number" },
      { title: "Sequences", kind: "integer" },
    ],
    rows: pairs
      .slice(0, MAX_PAIRS)
      .map(({ first, second, correlation, pairs: both }) => [
        names[first]!,
        names[second]!,
        correlation,
        both,
      ]),
    ...(left > 0 ? { note: `Omitted: ${formatCount(left, "weaker pair")}.` } : {}),
  };
}

function size(correlation: number): number {
  return Number.isFinite(correlation) ? Math.abs(correlation) : -1;
}
