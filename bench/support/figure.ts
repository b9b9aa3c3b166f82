/** Result of one benchmark, with its target. */
export interface Figure {
  what: string;
  value: number;
  /** Empty for figures without a unit, such as a correlation. */
  unit: "ms" | "MB" | "MB/s" | "rows/s" | "requests/s" | "GFLOP/s" | "";
  /** Value for comparison, measured in the same run; for times and rates, the measurements of the two alternate. */
  reference?: number;
  target?: Target;
}

/** Limit for a figure. `of` names the limited quantity: the value, or a function of the value and its reference. */
export interface Target {
  of: "value" | "ratio" | "difference" | "distance";
  bound: "at most" | "at least";
  limit: number;
}

/** Returns whether the target is met; null if there is none. */
export function meetsTarget({ value, reference, target }: Figure): boolean | null {
  if (target === undefined) return null;
  const measured = {
    value,
    ratio: value / (reference ?? Number.NaN),
    difference: value - (reference ?? Number.NaN),
    distance: Math.abs(value - (reference ?? Number.NaN)),
  }[target.of];
  return target.bound === "at most" ? measured <= target.limit : measured >= target.limit;
}

const HEADINGS = ["", "value", "reference", "ratio", "target", ""];

/** Formats figures as an aligned table with a heading. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(formatCells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column >= 1 && column <= 3 ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function formatCells(figure: Figure): string[] {
  const { what, value, unit, reference, target } = figure;
  const met = meetsTarget(figure);
  return [
    what,
    formatAmount(value, unit),
    reference === undefined ? "" : formatAmount(reference, unit),
    reference === undefined ? "" : (value / reference).toFixed(2),
    target === undefined ? "" : targetText(target, unit),
    met === null ? "" : met ? "ok" : "not ok",
  ];
}

function targetText({ of, bound, limit }: Target, unit: string): string {
  const sign = bound === "at most" ? "≤" : "≥";
  if (of === "ratio") return `ratio ${sign} ${limit}`;
  return `${of === "value" ? "" : `${of} `}${sign} ${limit} ${unit}`.trimEnd();
}

/** Formats a value with three significant digits, which is more than a shared machine can reproduce. */
function formatAmount(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${value.toLocaleString("en", options)} ${unit}`.trimEnd();
}
