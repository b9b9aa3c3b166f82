import { sectionName } from "../detect/textSections.ts";
import { proposeOptions } from "../options/fileOptions.ts";
import type { CsvRecords } from "./csvRecords.ts";

/** Returns advice for a row with fewer cells than the header, as the end of a sentence; empty for other rows. */
export function widthAdvice(records: CsvRecords, width: number, table: string | undefined): string {
  const { count } = records;
  const section = count === 1 ? sectionName(records.text(0)) : undefined;
  if (section !== undefined) {
    return `; ${section} begins another table: save each table as a separate file, or choose one with "header_row" and "last_row"`;
  }
  if (count === 1 || count > width) return "";
  return `; if empty cells at the end of rows are not written, ${proposeOptions({ short_rows: "FILL" }, table)}`;
}
