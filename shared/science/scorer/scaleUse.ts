import type { ScaleType } from "../assay.ts";
import type { ComparedScale, ScaleEvidence } from "./scaleEvidence.ts";

/** Scale of an assay, and why it is used. Plain data. */
export interface ScaleUse {
  scale_type: ScaleType;
  /** The request states it; an earlier model of the project has it; or the data describe it best. */
  reason: "STATED" | "EARLIER" | "DATA";
  /** Comparison of ratios with differences; null for ranks, and if there are too few variants. */
  evidence: ScaleEvidence | null;
  /** Scale of the project's latest model of this assay; null if there is none. */
  earlier: ScaleType | null;
}

/** Minimum difference of log likelihoods for a scale to be clearly better. */
const MIN_GAIN = 4;

/** Returns the scale that describes the values clearly better than the one that is used; null if none does. */
export function betterScale(use: ScaleUse | undefined): ComparedScale | null {
  if (!use?.evidence || use.scale_type === "RANK") return null;
  const { better, gain } = use.evidence;
  return better !== use.scale_type && (gain === null || gain >= MIN_GAIN) ? better : null;
}

/** Returns whether the project's latest model of the assay has another scale. */
export function isOtherScale({ scale_type, earlier }: ScaleUse): boolean {
  return earlier !== null && earlier !== scale_type;
}
