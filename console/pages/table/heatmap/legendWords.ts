import { formatValue } from "../../../parts/format.ts";
import type { Substitutions } from "./substitutions.ts";

/** What the colours of a heatmap mean, in words. */
export interface Legend {
  worst: string;
  /** What has the colour in the middle. */
  middle: string;
  best: string;
}

/** Returns what the colours mean. */
export function legendOf(
  {
    centre,
    reach,
    referenceValue,
    cells,
  }: Pick<Substitutions, "centre" | "reach" | "referenceValue" | "cells">,
  isHigherBetter: boolean,
): Legend {
  const sign = isHigherBetter ? 1 : -1;
  const means = cells.flatMap((cell) => cell?.mean ?? []);
  const beyond = (direction: number) => {
    const full = centre + direction * reach;
    const end = means.reduce((far, mean) => (direction * (mean - far) > 0 ? mean : far), centre);
    // No value has the full colour: the furthest one is named.
    if (direction * (full - end) > 0) return `${formatValue(end)} at ${direction > 0 ? "most" : "least"}`;
    return `${formatValue(full)} or ${direction > 0 ? "more" : "less"}`;
  };
  return {
    worst: `worse (${beyond(-sign)})`,
    middle:
      referenceValue === null
        ? `the median of all cells (${formatValue(centre)}), since the reference was not measured`
        : `the reference (${formatValue(referenceValue)})`,
    best: `better (${beyond(sign)})`,
  };
}
