import type { TextLayout } from "#shared/lake/formats/detect/detectLayout.ts";
import { CsvRecords } from "#shared/lake/formats/text/csvRecords.ts";
import { MAX_SAMPLE_CELLS, NoSample } from "./sample.ts";

export interface DelimitedSample {
  header: string[];
  cells: (string | null)[][];
  rows: number;
  /** End of the last row that was read, in bytes of the text. */
  end: number;
}

/** Reads the rows of a CSV or TSV text in UTF-8 behind its header; the last one may be cut off unless it is whole. */
export function sampleDelimited(text: Buffer, isWhole: boolean, layout: TextLayout): DelimitedSample {
  const { delimiter, headerRow, header } = layout;
  const records = new CsvRecords(delimiter);
  records.push(text, isWhole);
  const cells: (string | null)[][] = header.map(() => []);
  let [rows, hasHeader] = [0, false];
  while (records.next()) {
    if (records.fault?.isFatal) throw new NoSample(records.fault.problem.reason);
    if (records.fault !== undefined) continue;
    if (!hasHeader) {
      hasHeader = records.line >= headerRow;
      continue;
    }
    for (let index = 0; index < cells.length; index++) {
      const cell = index < records.count ? records.text(index) : "";
      cells[index]?.push(cell.trim() === "" ? null : cell);
    }
    rows++;
    if (rows * cells.length >= MAX_SAMPLE_CELLS) break;
  }
  return { header, cells, rows, end: 0 };
}
