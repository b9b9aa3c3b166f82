import type { Assay } from "#shared/domain/taskParameters.ts";
import { quantileSorted, sortedPresent } from "../quantiles.ts";
import { ranks } from "../ranks.ts";
import { formatNumber } from "../reports/formatNumber.ts";

/** The scale on which differences of an assay's values are compared. */
export interface AssayScale {
  kind: "identity" | "log" | "rank";
  /** Added before the logarithm, in the assay's unit. */
  offset: number;
  /** What the transformed values are, with their unit, for axes. */
  axis: string;
  /** What a difference of them is, for legends. */
  difference: string;
  /** How it came about, as a sentence. */
  explanation: string;
}

export interface ScaledAssay {
  scale: AssayScale;
  /** NaN where the value is missing. */
  values: Float64Array;
}

/**
 * MULTIPLICATIVE values become log₁₀(x + offset), see `logOffset`. RANK values become their share of the ranks (0 … 1). Values with
 * nothing above zero have no logarithm and stay as they are.
 */
export function scaleAssay(assay: Assay, raw: Float64Array): ScaledAssay {
  if (assay.scale_type === "RANK") return rankScale(assay, raw);
  if (assay.scale_type === "MULTIPLICATIVE") return logScale(assay, raw);
  return identity(assay, raw, "Values are compared as they are (ADDITIVE).");
}

export function assayName({ name, assay_id }: Assay): string {
  return name ?? assay_id;
}

function identity(assay: Assay, raw: Float64Array, explanation: string): ScaledAssay {
  const unit = assay.unit ? ` (${assay.unit})` : "";
  return {
    scale: {
      kind: "identity",
      offset: 0,
      axis: `${assayName(assay)}${unit}`,
      difference: `Difference of ${assayName(assay)}${unit}`,
      explanation,
    },
    values: raw,
  };
}

function rankScale(assay: Assay, raw: Float64Array): ScaledAssay {
  const ranked = ranks(raw);
  const count = sortedPresent(raw).length;
  return {
    scale: {
      kind: "rank",
      offset: 0,
      axis: `Rank of ${assayName(assay)} (0 lowest, 1 highest)`,
      difference: `Difference in rank of ${assayName(assay)} (share of all)`,
      explanation:
        "Only the order of the values counts (RANK): they are compared by their share of the ranks.",
    },
    values: ranked.map((rank) => (rank - 0.5) / count),
  };
}

function logScale(assay: Assay, raw: Float64Array): ScaledAssay {
  const sorted = sortedPresent(raw);
  const smallestPositive = sorted.find((value) => value > 0);
  if (smallestPositive === undefined) {
    return identity(
      assay,
      raw,
      "No value is above zero, so there are no ratios (MULTIPLICATIVE): values are compared as they are.",
    );
  }
  const offset = logOffset(sorted, smallestPositive);
  const unit = assay.unit ? `, ${assay.unit}` : "";
  const added = offset === 0 ? "" : ` + ${formatNumber(offset)}`;
  return {
    scale: {
      kind: "log",
      offset,
      axis: `log₁₀ (${assayName(assay)}${added}${unit})`,
      difference: `Difference of log₁₀ ${assayName(assay)} (1 = tenfold)`,
      explanation:
        offset === 0
          ? "Values are compared as ratios (MULTIPLICATIVE), by their logarithm."
          : `Values are compared as ratios (MULTIPLICATIVE), by their logarithm; because some are not above zero, ${formatNumber(offset)} is added to all.`,
    },
    values: raw.map((value) => Math.log10(value + offset)),
  };
}

/**
 * 0 if all values are positive; half the smallest positive one if zeros are among them. Negative values are noise around
 * zero: the lowest comes to lie a twentieth of its distance to the median above zero, so that it does not become an
 * outlier on the scale of logarithms.
 */
function logOffset(sorted: Float64Array, smallestPositive: number): number {
  const smallest = sorted[0]!;
  if (smallest > 0) return 0;
  if (smallest === 0) return smallestPositive / 2;
  return Math.max(smallestPositive / 2, (quantileSorted(sorted, 0.5) - smallest) / 20) - smallest;
}
