import { ranks, sortPresent } from "@pdp/basics/statistics";
import { formatNumber } from "@pdp/basics/wording";
import type { Assay } from "../assay.ts";
import { areRatios, logOffset } from "../scorer/assayTransform.ts";

/** Scale on which differences between an assay's values are compared. */
export interface AssayScale {
  kind: "identity" | "log" | "rank";
  /** Constant added before computing the logarithm, in the assay's unit. */
  offset: number;
  /** Axis label of the transformed values, with their unit. */
  axis: string;
  /** Legend label of a difference between transformed values. */
  difference: string;
  /** Explanation of the scale, as a sentence. */
  explanation: string;
}

export interface ScaledAssay {
  scale: AssayScale;
  /** Transformed values; NaN for missing values. */
  values: Float64Array;
  /** Non-missing transformed values, in ascending order. */
  sorted: Float64Array;
}

/** Values of an assay as given; NaN for missing values. */
interface RawAssay {
  assay: Assay;
  values: Float64Array;
  sorted: Float64Array;
  /** Number of different sequences that have a value. */
  variants: number;
}

/**
 * Transforms an assay's values. MULTIPLICATIVE values become log₁₀(x + offset), with the offset that scorers use. RANK values
 * become their relative rank (0 … 1). Values stay unchanged if they cannot be ratios. `sorted` contains the non-missing
 * values in ascending order; `variants` is the number of different sequences that have a value.
 */
export function scaleAssay(
  assay: Assay,
  values: Float64Array,
  sorted: Float64Array = sortPresent(values),
  variants: number = sorted.length,
): ScaledAssay {
  const raw = { assay, values, sorted, variants };
  if (assay.scale_type === "RANK") return rankScale(raw);
  if (assay.scale_type === "MULTIPLICATIVE") return logScale(raw);
  return identity(raw, "Values are compared by their differences, without transformation.");
}

/** Returns the assay with this id; if it has no description, an assay named after its id. */
export function assayOf(assay_id: string, assays: readonly Assay[]): Assay {
  const known = assays.find((assay) => assay.assay_id === assay_id);
  return known ?? { assay_id, name: null, unit: null, scale_type: "ADDITIVE" };
}

export function assayName({ name, assay_id }: Assay): string {
  return name ?? assay_id;
}

function identity({ assay, values, sorted }: RawAssay, explanation: string): ScaledAssay {
  const unit = assay.unit ? ` (${assay.unit})` : "";
  return {
    scale: {
      kind: "identity",
      offset: 0,
      axis: `${assayName(assay)}${unit}`,
      difference: `Difference of ${assayName(assay)}${unit}`,
      explanation,
    },
    values,
    sorted,
  };
}

function rankScale({ assay, values, sorted }: RawAssay): ScaledAssay {
  const share = (rank: number): number => (rank - 0.5) / sorted.length;
  return {
    scale: {
      kind: "rank",
      offset: 0,
      axis: `Rank of ${assayName(assay)} (0 lowest, 1 highest)`,
      difference: `Difference in rank of ${assayName(assay)} (share of all)`,
      explanation: "Only the order of the values matters: they are compared by their relative ranks.",
    },
    values: ranks(values).map(share),
    sorted: ranks(sorted).map(share),
  };
}

function logScale(raw: RawAssay): ScaledAssay {
  const { assay, values, sorted, variants } = raw;
  if (!areRatios(sorted)) {
    return identity(
      raw,
      "Many values are below zero, so they are not ratios: they are compared by their differences, without transformation.",
    );
  }
  const offset = logOffset(sorted, variants);
  const unit = assay.unit ? `, ${assay.unit}` : "";
  const added = offset === 0 ? "" : ` + ${formatNumber(offset)}`;
  // Next to a very large negative value, the offset is lost in rounding.
  const scale = (value: number): number => Math.log10(Math.max(value + offset, Number.MIN_VALUE));
  return {
    scale: {
      kind: "log",
      offset,
      axis: `log₁₀ (${assayName(assay)}${added}${unit})`,
      difference: `Difference of log₁₀ ${assayName(assay)} (1 = tenfold)`,
      explanation: `Values are compared as ratios, using their logarithms.${explainOffset(offset, sorted[0]!)}`,
    },
    values: values.map(scale),
    sorted: sorted.map(scale),
  };
}

function explainOffset(offset: number, smallest: number): string {
  if (offset === 0) return "";
  const reason =
    smallest > 0
      ? "Some are so small that their ratios may be noise"
      : "Some are zero, negative or close to zero, where ratios are dominated by noise";
  return ` ${reason}: ${formatNumber(offset)} is added to all values first.`;
}
