import type { DoseFit, Unfitted } from "@pdp/science/doseResponse";
import { formatValue } from "../../parts/format.ts";

/** Reasons why a variant has no EC50, in words. */
export const REASONS: Record<Unfitted, string> = {
  FEW_DOSES: "not fitted: fewer than five doses",
  NO_RESPONSE: "no significant response",
  UNDETERMINED: "EC50 not determined by these doses",
};

/** Describes a fit: `EC50 1.02 (0.91 to 1.15)`, `EC50 above 85`, or the reason why there is none. */
export function fitWords(fit: DoseFit): string {
  if (fit.state === "UNFITTED") return REASONS[fit.reason];
  if (fit.state === "DETERMINED") {
    return `EC50 ${formatValue(fit.curve.ec50)} (${formatValue(fit.low)} to ${formatValue(fit.high)})`;
  }
  return fit.low === null ? `EC50 below ${formatValue(fit.high ?? 0)}` : `EC50 above ${formatValue(fit.low)}`;
}

/** Orders fits by their EC50, lowest first; those without one are last. */
export function compareFits(a: DoseFit, b: DoseFit): number {
  return rank(a) - rank(b);
}

function rank(fit: DoseFit): number {
  if (fit.state === "UNFITTED") return Number.MAX_VALUE;
  if (fit.state === "DETERMINED") return fit.curve.ec50;
  return fit.low ?? fit.high ?? Number.MAX_VALUE;
}
