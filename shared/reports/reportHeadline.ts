import { cutText } from "@pdp/basics/wording";
import type { Report, ReportFigures } from "./report.ts";

/** Maximum size of a headline, in bytes of JSON; leaves room for the artifact's other fields. */
const MAX_HEADLINE_BYTES = 15 * 1024;
const MAX_SUMMARY_LENGTH = 2_000;

export interface ReportHeadline {
  [key: string]: unknown;
  title: string;
  summary: string;
  figures: ReportFigures;
}

/**
 * Returns the part of a report that is stored in its record: title, summary and key figures, in at most 15 KiB of JSON. If
 * they are larger, the last figures are omitted and listed in `figures.left_out`; the report itself contains all of them.
 */
export function reportHeadline(report: Report): ReportHeadline {
  const title = cutText(report.title, 300);
  const summary = cutText(report.summary, MAX_SUMMARY_LENGTH);
  const kept = Object.entries(report.figures);
  const leftOut: string[] = [];
  for (;;) {
    const named = leftOut.slice(0, 20).map((name) => cutText(name, 100));
    const figures = { ...Object.fromEntries(kept), ...(leftOut.length === 0 ? {} : { left_out: named }) };
    const headline = { title, summary, figures };
    if (jsonBytes(headline) <= MAX_HEADLINE_BYTES || kept.length === 0) return headline;
    leftOut.unshift(kept.pop()![0]);
  }
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
