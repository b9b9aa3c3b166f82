import { detectLayout } from "./detectLayout.ts";
import { OpenSection } from "./openSection.ts";
import type { RecordLines } from "./recordLines.ts";
import type { TextSection } from "./textSection.ts";

const HEAD_BYTES = 64 << 10;
/** A number, or a word for a missing number. */
const NUMBER = /^[<>≤≥~]?\s*[+-]?[\d.,]+(?:e[+-]?\d+)?\s*%?$|^(?:n\/?a|nan|n\.?d\.?|-)?$/i;

export interface TableAbove {
  section: TextSection;
  /** False if the table may consist of property names and values that describe the file. */
  isCertain: boolean;
}

/** Finds the table in the records above the first section name: a line with several cells, and rows below it. */
export function tableAbove(above: readonly RecordLines[], name: string): TableAbove | undefined {
  const text = above.map((record) => record.text).join("\n");
  const head = Buffer.from(text.slice(0, HEAD_BYTES));
  const layout = detectLayout(head, true);
  if (layout === undefined || layout.header.length < 2) return undefined;
  const { headerRow, delimiter } = layout;
  const header = above.find(({ line }) => line === headerRow);
  if (header === undefined) return undefined;
  const open = new OpenSection(`table above ${name}`, header, delimiter);
  const rows = above.filter(({ line }) => line > headerRow);
  for (const row of rows) open.take(row);
  const section = open.end(false, true, true);
  const seconds = rows.flatMap((row) => row.text.split(delimiter)[1]?.replaceAll('"', "").trim() ?? []);
  if (seconds.length === 0) return undefined;
  const isMeasured =
    seconds.every((cell) => NUMBER.test(cell)) && !NUMBER.test(layout.header[1]?.trim() ?? "");
  return { section, isCertain: section.width > 2 || isMeasured };
}
