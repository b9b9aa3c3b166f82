/** Named point, such as a variant with two measured values. */
export interface ChartPoint {
  x: number;
  y: number;
  name: string;
  /** Batch or other group that it belongs to; null if there are no groups. */
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
  /** True if one axis only orders the points, so that their correlation says nothing. */
  isOrdered?: boolean;
  /** Scale of both axes; defaults to linear. A logarithmic scale needs positive values. */
  scale?: "linear" | "log";
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

/** One curve. */
export interface CurveSeries {
  name: string;
  /** Value of each step; null where a step has none. */
  values: readonly (number | null)[];
  /** 95 % interval of each value; null where it is unknown. */
  intervals?: readonly (readonly [low: number, high: number] | null)[];
}

/** Values along ordered steps, such as the rounds of a project; null where a step has no value. */
export interface CurveChart {
  kind: "curve";
  x: string;
  y: string;
  steps: readonly string[];
  series: readonly CurveSeries[];
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

/** Residue that sequences have at one site. */
export interface LogoLetter {
  /** One-letter code, or `DELETED`. */
  letter: string;
  /** Number of designs that have it. */
  designs: number;
  /** True if it is the residue of a design's template. */
  isTemplate: boolean;
}

/** What the heights of letters mean: the share of designs, or that share of the site's information content. */
export type LogoScale = "share" | "bits";

/** Sequence logo: the residues of designs at the sites that they change. */
export interface LogoChart {
  kind: "logo";
  scale: LogoScale;
  /** Number of designs. */
  designs: number;
  /** Sites in the order of the template, with names such as `V29`, and their IMGT numbers in antibodies. */
  sites: readonly { site: string; number?: string | null; letters: readonly LogoLetter[] }[];
}

export type Chart = ScatterChart | HistogramChart | BoxChart | CurveChart | PlateChart | LogoChart;

/** Value range selected on the axes of a chart; null for an axis without a selection. */
export interface Selection {
  x: readonly [number, number] | null;
  y: readonly [number, number] | null;
}
