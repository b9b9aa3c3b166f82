import { FROM_ONE, positionInChain } from "@pdp/basics/proteins";
import type { HistogramBin } from "@pdp/basics/statistics";

/** Labels of the axes, with units. */
export interface AxisLabels {
  x: string;
  y: string;
}

interface Described {
  /** Name in the report: the kind, with a number if the report has several of it, such as `parity-2`. */
  id: string;
  title: string;
  /** One sentence about what the chart shows, for readers who cannot see it. */
  description: string;
}

export interface Bar {
  label: string;
  count: number;
}

/** Counts of labeled groups, in the order given. */
export interface BarChart extends Described {
  kind: "bars";
  labels: AxisLabels;
  data: readonly Bar[];
}

/** Quantiles of a group: 5 %, 25 %, 50 %, 75 %, 95 %. */
export interface Box {
  label: string;
  count: number;
  low: number;
  lower: number;
  median: number;
  upper: number;
  high: number;
}

export interface BoxChart extends Described {
  kind: "boxes";
  labels: AxisLabels;
  data: readonly Box[];
  /** Value marked by a horizontal line, such as the reference's value. */
  line: number | null;
}

/** Shares of the values that an interval should contain and does contain. */
export interface Coverage {
  expected: number;
  observed: number;
}

/** Observed against expected coverage of prediction intervals. */
export interface CalibrationChart extends Described {
  kind: "calibration";
  labels: AxisLabels;
  data: readonly Coverage[];
}

/** Correlations of pairs of assays. */
export interface CorrelationChart extends Described {
  kind: "correlations";
  labels: AxisLabels & { value: string };
  /** Names of the assays; cells contain their indices. */
  names: readonly string[];
  data: readonly { first: number; second: number; correlation: number; pairs: number }[];
}

/** Value familiar to the reader, drawn as a line through a distribution. */
export interface MarkedValue {
  kind: "reference" | "control";
  label: string;
  value: number;
}

/** Histograms side by side, such as those of an assay on its raw and transformed scales. */
export interface DistributionChart extends Described {
  kind: "distribution";
  labels: { y: string };
  data: readonly { x: string; bins: readonly HistogramBin[]; marked: readonly MarkedValue[] }[];
}

/** Effect of a residue at a position. */
export interface HeatmapCell {
  /** Residue of the reference and its number, such as `A12`. */
  position: string;
  /** One-letter code; `-` for a deletion. */
  residue: string;
  effect: number;
  /** Number of variants averaged to obtain the effect. */
  count: number;
}

export interface HeatmapChart extends Described {
  kind: "heatmap";
  labels: AxisLabels & { value: string };
  /** Positions shown, with the residue of the reference; empty if it is unknown. */
  positions: readonly { position: string; residue: string }[];
  /** Effect with the strongest color. */
  limit: number;
  data: readonly HeatmapCell[];
}

/** Rank correlation of a model that was trained on a number of sequences, with its interval. */
export interface LearnedPoint {
  rows: number;
  value: number;
  low?: number | null;
  high?: number | null;
}

/** Rank correlation against the number of training sequences. */
export interface LearningChart extends Described {
  kind: "learning";
  labels: AxisLabels;
  data: readonly LearnedPoint[];
}

/** Two measures of the same quantity, with a line where they are equal. */
export interface ScatterChart extends Described {
  kind: "parity" | "replicates";
  labels: AxisLabels;
  data: readonly { x: number; y: number }[];
}

/** Count at a position of a sequence. */
export interface PositionCount {
  /** Residue of the reference and its number, such as `A12`. */
  label: string;
  position: number;
  count: number;
}

/** Counts along a sequence, one panel below the other. */
export interface PositionChart extends Described {
  kind: "positions";
  labels: { x: string };
  /** First and last position of the reference. */
  range: readonly [first: number, last: number];
  data: readonly { y: string; counts: readonly PositionCount[] }[];
}

export interface PredictedDesign {
  /** Rank from 1. */
  rank: number;
  mean: number;
  /** Standard deviation of the prediction. */
  sd: number;
  label: string;
}

/** Predicted means with one standard deviation on either side, by rank. */
export interface PredictionChart extends Described {
  kind: "predictions";
  labels: AxisLabels;
  data: readonly PredictedDesign[];
  /** Value to compare with, such as the prediction for the template; drawn as a line. */
  line: number | null;
}

export interface TradeOffPoint {
  x: number;
  y: number;
  label: string;
  kind: "best trade-off" | "other design" | "template";
}

/** Designs by two predicted values. */
export interface TradeOffChart extends Described {
  kind: "trade-off";
  labels: AxisLabels;
  data: readonly TradeOffPoint[];
}

/** Chart of a report: its values and labels, without how it is drawn. */
export type Chart =
  | BarChart
  | BoxChart
  | CalibrationChart
  | CorrelationChart
  | DistributionChart
  | HeatmapChart
  | LearningChart
  | ScatterChart
  | PositionChart
  | PredictionChart
  | TradeOffChart;

/** Title of a chart and labels of its axes, with units. */
export interface ChartLabels extends AxisLabels {
  title: string;
}

/** Returns the label of a zero-based position: its residue in the reference and its number. */
export function labelOf(position: number, reference: string, numbering = FROM_ONE): string {
  const { chain, at } = positionInChain(reference, position);
  return `${chain.prefix}${reference[position] ?? ""}${numbering.positionAt(at)}`;
}

/** Returns the axis label of a value: its name, with its unit in brackets. */
export function withUnit(name: string, unit: string | null | undefined): string {
  return unit ? `${name} (${unit})` : name;
}
