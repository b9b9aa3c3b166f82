import * as v from "valibot";
import type { Chart } from "./charts/chart.ts";

/**
 * Findings of a task, for people and for programs: the same content is stored as JSON and as one HTML page. All numbers
 * are finite; unknown values are null.
 */

const Cell = v.nullable(v.union([v.string(), v.pipe(v.number(), v.finite())]));

/** Format of a column's values; `share` is a fraction shown as a percentage. */
const CellKind = v.picklist(["text", "sequence", "integer", "number", "share", "p_value"]);
export type CellKind = v.InferOutput<typeof CellKind>;

export const ReportTable = v.pipe(
  v.object({
    columns: v.array(v.object({ title: v.string(), kind: CellKind })),
    rows: v.array(v.array(Cell)),
    note: v.optional(v.string()),
  }),
  v.check(
    ({ columns, rows }) => rows.every((row) => row.length === columns.length),
    "Every row of a table must have one cell per column",
  ),
);
export type ReportTable = v.InferOutput<typeof ReportTable>;

/**
 * Section of a report. `text` is plain; an empty line starts a new paragraph. Consecutive sections of the same `group` are
 * placed under its heading.
 */
export const ReportSection = v.object({
  title: v.string(),
  group: v.optional(v.string()),
  text: v.string(),
  table: v.optional(ReportTable),
  chart: v.optional(v.custom<Chart>(isChart)),
});
export type ReportSection = v.InferOutput<typeof ReportSection>;

/** Checks what all charts have; only the platform writes them. */
function isChart(value: unknown): boolean {
  const texts = v.object({ id: v.string(), kind: v.string(), title: v.string(), description: v.string() });
  return v.is(texts, value);
}

const Scalar = v.nullable(v.union([v.string(), v.boolean(), v.pipe(v.number(), v.finite())]));

/** Key figures by name. Figures per assay are lists in the order of `assay_ids`. */
export const ReportFigures = v.record(v.string(), v.union([Scalar, v.array(Scalar)]));
export type ReportFigures = v.InferOutput<typeof ReportFigures>;

export const Report = v.object({
  title: v.string(),
  summary: v.string(),
  sections: v.array(ReportSection),
  figures: ReportFigures,
});
export type Report = v.InferOutput<typeof Report>;
