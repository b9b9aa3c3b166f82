import { formatNumber } from "@pdp/basics/wording";
import type { ScaleType } from "@pdp/science/analysis";
import { betterScale, isOtherScale, type ScaleEvidence, type ScaleUse } from "@pdp/science/models";

const COMPARED: Record<ScaleType, string> = {
  ADDITIVE: "by their differences",
  MULTIPLICATIVE: "as ratios",
  RANK: "by their order",
};
const NAMES = { ADDITIVE: "differences", MULTIPLICATIVE: "ratios" } as const;

/** States how values are compared, why, and what the alternative is; empty if this is unknown. */
export function scaleText(use: ScaleUse | undefined): string {
  if (use === undefined) return "";
  return [reasonText(use), betterText(use), changeText(use)].filter((text) => text !== "").join(" ");
}

/** Returns whether a summary should state the scale: the request does not, another is better, or it has changed. */
export function isScaleNotable(use: ScaleUse | undefined): boolean {
  return use !== undefined && (use.reason === "DATA" || betterScale(use) !== null || isOtherScale(use));
}

function reasonText({ scale_type, reason, evidence }: ScaleUse): string {
  if (scale_type !== "RANK" && evidence !== null && evidence.gain === null) {
    const stated = scale_type === "MULTIPLICATIVE" ? ", although their scale is MULTIPLICATIVE" : "";
    return `Values are compared by their differences${stated}: many are below zero, so they cannot be ratios.`;
  }
  const compared = `Values are compared ${COMPARED[scale_type]}`;
  if (reason === "EARLIER") return `${compared}, as in the project's latest model of this assay.`;
  if (reason === "STATED") return `${compared}, as requested.`;
  if (evidence === null || scale_type === "RANK")
    return `${compared}: there are too few variants to choose a scale.`;
  const other = scale_type === "ADDITIVE" ? "MULTIPLICATIVE" : "ADDITIVE";
  return `${compared}, because ${NAMES[scale_type]} describe them better than ${NAMES[other]}, ${gainText(evidence)}. For the alternative, train again with the scale ${other}.`;
}

function betterText(use: ScaleUse): string {
  const better = betterScale(use);
  if (better === null || !use.evidence || use.evidence.gain === null) return "";
  return `But ${NAMES[better]} describe them better, ${gainText(use.evidence)}. Train again with the scale ${better}; models with different scales cannot be compared by their errors.`;
}

function gainText({ gain }: ScaleEvidence): string {
  return `with a cross-validated log likelihood that is ${formatNumber(gain ?? 0, 2)} higher`;
}

function changeText(use: ScaleUse): string {
  if (!isOtherScale(use) || use.earlier === null) return "";
  return `The project's latest model of this assay compares them ${COMPARED[use.earlier]}: the two models cannot be compared by their errors or their predicted gains.`;
}
