import { formatValue } from "../../parts/format.ts";
import { heatColor } from "../../plots/heatColor.ts";
import type { Legend } from "../table/heatmap/legendWords.ts";
import { quantile } from "../table/heatmap/substitutions.ts";
import type { LocatedResidue } from "./locateResidues.ts";

/** Values by which the residues of a structure are colored. */
export interface ResidueTrack {
  label: string;
  legend: Legend;
  /** Null for residues without a value. */
  valueOf: (residue: LocatedResidue) => number | null;
  /** Color of a value, from -1 to 1. */
  goodnessOf: (value: number) => number;
}

/** Confidence that is neither good nor bad, and its distance from a perfect one, in percent. */
const CERTAIN = 70;
const CERTAINTY_REACH = 30;
/** Share of the values that are not shown in the full color. */
const QUANTILE = 0.95;

/** Confidence of a predicted structure. */
export const CONFIDENCE: ResidueTrack = {
  label: "confidence",
  legend: {
    worst: `uncertain (${CERTAIN - CERTAINTY_REACH} % or less)`,
    middle: `${CERTAIN} %`,
    best: "certain (100 %)",
    colors: [-1, 1],
    marks: [],
  },
  valueOf: ({ confidence }) => confidence,
  goodnessOf: (value) => (value - CERTAIN) / CERTAINTY_REACH,
};

interface SiteTrack {
  label: string;
  /** Mean of each position of the reference. */
  sites: readonly (number | null)[];
  /** Value that is white; defaults to the median. */
  center?: { value: number; words: string };
  /** Words for low and for high values. */
  low: string;
  high: string;
}

/** Values by position of the reference. */
export function siteTrack({ label, sites, center: stated, low, high }: SiteTrack): ResidueTrack {
  const values = sites.filter((site) => site !== null);
  const median = quantile(values, 0.5);
  const center = stated?.value ?? median;
  const reach =
    quantile(
      values.map((value) => Math.abs(value - center)),
      QUANTILE,
    ) || 1;
  return {
    label,
    legend: {
      worst: `${low} (${formatValue(center - reach)} or less)`,
      middle: stated?.words ?? `the median (${formatValue(median)})`,
      best: `${high} (${formatValue(center + reach)} or more)`,
      colors: [-1, 1],
      marks: [],
    },
    valueOf: ({ index }) => (index === null ? null : (sites[index] ?? null)),
    goodnessOf: (value) => (value - center) / reach,
  };
}

/** Returns the color of a residue as a hexadecimal number, such as `#2166ac`; null if it has no value. */
export function trackColor(track: ResidueTrack, residue: LocatedResidue): string | null {
  const value = track.valueOf(residue);
  return value === null ? null : hexOf(heatColor(track.goodnessOf(value)));
}

/** Converts a CSS color such as `rgb(33 102 172)` to hexadecimal notation. */
export function hexOf(color: string): string {
  const channels = color.match(/[\d.]+/g) ?? [];
  return `#${channels
    .slice(0, 3)
    .map((channel) => Math.round(Number(channel)).toString(16).padStart(2, "0"))
    .join("")}`;
}
