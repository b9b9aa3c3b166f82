import type { Scale } from "#client/requests/trainRequest.ts";

export const SCALE_NAMES: Record<Scale, string> = {
  MULTIPLICATIVE: "ratios",
  ADDITIVE: "differences",
  RANK: "order alone",
};

/** Describes what the platform chooses if no scale is stated. */
export function chosenText(earlier: Scale | null, likely: Scale | null): string {
  if (earlier !== null) return `as in the latest model: ${SCALE_NAMES[earlier]}`;
  return likely === null ? "chosen from the data" : `chosen from the data, probably ${SCALE_NAMES[likely]}`;
}
