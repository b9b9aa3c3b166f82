import { incompleteBeta } from "@pdp/basics/statistics";
import { bestCurve, type LogisticCurve, type Observation } from "./logisticCurve.ts";
import { profileInterval } from "./profileInterval.ts";

/** Reason why no curve describes the responses. */
export type Unfitted = "FEW_DOSES" | "NO_RESPONSE" | "UNDETERMINED";

/**
 * Fitted dose–response curve. `DETERMINED`: the EC50 lies within the doses and has both limits. `BOUNDED`: the responses limit
 * the EC50 on one side only, because they do not show both plateaus. The EC50 and its limits are in the unit of the doses.
 */
export type DoseFit =
  | { state: "DETERMINED"; curve: LogisticCurve; low: number; high: number }
  | { state: "BOUNDED"; curve: LogisticCurve; low: number | null; high: number | null }
  | { state: "UNFITTED"; reason: Unfitted };

/** Minimum number of distinct doses above zero, and of responses: a curve has four parameters. */
const [MIN_DOSES, MIN_VALUES] = [5, 6];
const PARAMETERS = 4;
/** Significance level of the test for a response. */
const LEVEL = 0.05;

/**
 * Fits a four-parameter logistic curve by least squares, with a 95 % profile-likelihood interval for the EC50. Responses at
 * dose zero contribute to the plateau there. Does not report an EC50 that the responses do not determine.
 */
export function fitDoseResponse(values: readonly Observation[]): DoseFit {
  const doses = new Set(values.flatMap(({ dose }) => (dose > 0 ? [dose] : [])));
  if (doses.size < MIN_DOSES || values.length < MIN_VALUES) return { state: "UNFITTED", reason: "FEW_DOSES" };
  const curve = bestCurve(values);
  if (!isResponse(values, curve)) return { state: "UNFITTED", reason: "NO_RESPONSE" };
  const { low, high } = profileInterval(values, curve, values.length - PARAMETERS);
  const isWithin = curve.ec50 >= Math.min(...doses) && curve.ec50 <= Math.max(...doses);
  if (low !== null && high !== null && isWithin) return { state: "DETERMINED", curve, low, high };
  if (low === null && high === null) return { state: "UNFITTED", reason: "UNDETERMINED" };
  if (isWithin) return { state: "BOUNDED", curve, low, high };
  // For an EC50 beyond the doses, the responses only determine the limit on the side of the doses.
  const isAbove = curve.ec50 > Math.max(...doses);
  const limit = isAbove ? low : high;
  if (limit === null) return { state: "UNFITTED", reason: "UNDETERMINED" };
  return { state: "BOUNDED", curve, low: isAbove ? limit : null, high: isAbove ? null : limit };
}

/** Tells whether the curve describes the responses significantly better than their mean: an F test of nested models. */
function isResponse(values: readonly Observation[], { squares }: LogisticCurve): boolean {
  const mean = values.reduce((sum, { response }) => sum + response, 0) / values.length;
  const total = values.reduce((sum, { response }) => sum + (response - mean) ** 2, 0);
  if (total === 0) return false;
  const [added, free] = [PARAMETERS - 1, values.length - PARAMETERS];
  const ratio = (total - squares) / added / (squares / free);
  return incompleteBeta(free / (free + added * ratio), free / 2, added / 2) < LEVEL;
}
