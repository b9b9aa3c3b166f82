import { formatCount, formatInteger, joinNames } from "@pdp/basics/wording";
import type { AssayAnalysis } from "@pdp/science/analysis";
import type { ReportSection, ReportTable } from "../report.ts";

const MAX_PATTERNS = 12;
/** Maximum number of assays named in one line. */
const NAMES_SHOWN = 3;

/** Shows which values are missing, and which of them are missing together. */
export function missingSection(analyses: readonly AssayAnalysis[], rows: number): ReportSection {
  const patterns = countPatterns(analyses, rows);
  const complete = patterns.find(({ pattern }) => !pattern.includes("0"))?.rows ?? 0;
  const empty = patterns.find(({ pattern }) => !pattern.includes("1"))?.rows ?? 0;
  const text =
    complete === rows
      ? "No value is missing."
      : `${formatInteger(complete)} of ${formatInteger(rows)} rows have values for all assays, ${formatInteger(empty)} for none.`;
  const advice =
    complete === rows
      ? ""
      : " Values that are missing because an assay failed for poor variants bias all means below. The data does not show whether missing values resemble the others.";
  const unusable = analyses.reduce((sum, assay) => sum + assay.unusable, 0);
  const infinite =
    unusable === 0
      ? ""
      : ` Infinite or beyond 10¹⁰⁰, and therefore counted as missing: ${formatCount(unusable, "value")}.`;
  return {
    title: "Missing values",
    text: text + infinite + advice,
    ...(complete === rows ? {} : { table: patternTable(analyses, patterns, rows) }),
  };
}

interface Pattern {
  /** One character per assay: 1 if it has a value. */
  pattern: string;
  rows: number;
}

function countPatterns(analyses: readonly AssayAnalysis[], rows: number): Pattern[] {
  const patterns = Array.from({ length: rows }, (_, row) =>
    analyses.map(({ raw }) => (Number.isNaN(raw[row]) ? "0" : "1")).join(""),
  );
  return [...Map.groupBy(patterns, (pattern) => pattern)]
    .map(([pattern, { length }]) => ({ pattern, rows: length }))
    .sort((a, b) => b.rows - a.rows || (a.pattern < b.pattern ? 1 : -1));
}

function patternTable(
  analyses: readonly AssayAnalysis[],
  patterns: readonly Pattern[],
  rows: number,
): ReportTable {
  const shown = patterns.slice(0, MAX_PATTERNS);
  const left = patterns.length - shown.length;
  return {
    columns: [
      { title: "Values of", kind: "text" },
      { title: "Rows", kind: "integer" },
      { title: "Share", kind: "share" },
    ],
    rows: shown.map(({ pattern, rows: count }) => [describePattern(pattern, analyses), count, count / rows]),
    ...(left > 0 ? { note: `Omitted: ${formatCount(left, "rarer combination")}.` } : {}),
  };
}

function describePattern(pattern: string, analyses: readonly AssayAnalysis[]): string {
  const present = analyses.filter((_, index) => pattern[index] === "1").map(({ name }) => name);
  const absent = analyses.filter((_, index) => pattern[index] === "0").map(({ name }) => name);
  if (present.length === 0) return "No assay";
  if (absent.length === 0) return analyses.length === 1 ? present[0]! : "Every assay";
  return present.length <= absent.length
    ? joinNames(present, NAMES_SHOWN)
    : `All but ${joinNames(absent, NAMES_SHOWN)}`;
}
