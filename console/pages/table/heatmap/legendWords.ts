import { formatValue } from "../../../parts/format.ts";
import type { Substitutions } from "./substitutions.ts";

/** Verbal description of a heatmap's color legend. */
export interface Legend {
  worst: string;
  /** Meaning of the neutral color. */
  middle: string;
  best: string;
  /** Colors of the worst and the best existing value, from -1 to 1. */
  colors: [worst: number, best: number];
  /** Explanations of other marks. */
  marks: readonly string[];
}

const CENTERS: Record<Substitutions["centerIs"], (value: string) => string> = {
  reference: (value) => `the reference (${value})`,
  "no difference": () => "0, no effect on differences or logarithms (the reference was not measured)",
  "ratio of one": () => "1, no effect on ratios (the reference was not measured)",
  chosen: (value) => `the chosen value (${value})`,
  agreement: () => "0, predicted as measured",
  "as likely": () => "0, as likely as the reference",
};

/** Words for worse and better values, by the meaning of the center; worse and better for all others. */
const ENDS: Partial<Record<Substitutions["centerIs"], [worst: string, best: string]>> = {
  agreement: ["predicted worse", "predicted better"],
  "as likely": ["less likely", "more likely"],
};

/** Returns what a cell without a value means: scores are computed, other values are measured. */
export function missingWords({ centerIs }: Pick<Substitutions, "centerIs">): string {
  return centerIs === "as likely" ? "no score" : "not measured";
}

/** Returns the color legend. */
export function legendOf(
  { center, centerIs, reach, cells }: Pick<Substitutions, "center" | "centerIs" | "reach" | "cells">,
  isHigherBetter: boolean,
): Legend {
  const sign = isHigherBetter ? 1 : -1;
  const means = cells.flatMap((cell) => cell?.mean ?? []);
  const end = (direction: number): { words: string; color: number } => {
    const full = center + direction * reach;
    const last = means.reduce((far, mean) => (direction * (mean - far) > 0 ? mean : far), center);
    // If no value has the full color, the legend ends with the most extreme value and its color.
    if (direction * (full - last) > 0) return { words: formatValue(last), color: (last - center) / reach };
    return { words: `${formatValue(full)} or ${direction > 0 ? "more" : "less"}`, color: direction };
  };
  const [worse, better] = ENDS[centerIs] ?? ["worse", "better"];
  const [worst, best] = [end(-sign), end(sign)];
  return {
    worst: `${worse} (${worst.words})`,
    middle: CENTERS[centerIs](formatValue(center)),
    best: `${better} (${best.words})`,
    colors: [sign * worst.color, sign * best.color],
    marks: ["● residue of the reference", `╱ ${missingWords({ centerIs })}`],
  };
}
