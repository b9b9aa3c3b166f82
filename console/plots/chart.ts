/** Named point, such as a variant with two measured values. */
export interface ChartPoint {
  x: number;
  y: number;
  name: string;
  /** Batch or other group that it belongs to; null without groups. */
  group: string | null;
  /** Page opened by a click; null if there is none. */
  href: string | null;
}

/** Which values are better. */
export type Better = "higher" | "lower";

/** Guide line in a scatter plot: the diagonal where both values are equal, or the front of points that no other point beats. */
export type Guide = "none" | "diagonal" | "front";

export interface ScatterChart {
  kind: "scatter";
  x: string;
  y: string;
  points: readonly ChartPoint[];
  guide: Guide;
  /** Which values are better on each axis, for the front; defaults to higher values. */
  better?: { x: Better; y: Better };
}

/** Number of values in [from, to); the last bin includes its upper bound. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

export interface HistogramChart {
  kind: "histogram";
  x: string;
  bins: readonly Bin[];
}

/** Distribution of the values in one group. */
export interface Box {
  group: string;
  count: number;
  low: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  high: number;
}

export interface BoxChart {
  kind: "box";
  x: string;
  y: string;
  boxes: readonly Box[];
}

/** Values along ordered steps, such as the rounds of a project; null where a step has no value. */
export interface CurveChart {
  kind: "curve";
  x: string;
  y: string;
  steps: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
  /** Value to compare with, such as that of the wild type; null if there is none. */
  baseline: { name: string; value: number } | null;
  /** True if the axis starts at 0. */
  isFromZero: boolean;
}

/** Well on a plate with its mean value. */
export interface ChartWell {
  row: string;
  column: number;
  value: number;
  name: string;
}

export interface PlateChart {
  kind: "plate";
  value: string;
  wells: readonly ChartWell[];
}

export type Chart = ScatterChart | HistogramChart | BoxChart | CurveChart | PlateChart;

/** Value range selected on the axes of a chart; null for an axis without a selection. */
export interface Selection {
  x: readonly [number, number] | null;
  y: readonly [number, number] | null;
}
