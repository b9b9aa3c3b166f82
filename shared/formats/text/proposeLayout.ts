import { type Column, nameKey, sourceName } from "@pdp/basics/columns";
import { descriptorOf } from "../options/fileFormat.ts";
import { type FileOptions, proposeOptions } from "../options/fileOptions.ts";
import type { Source } from "../source.ts";
import type { OpenedText } from "./openedText.ts";

const SEPARATORS: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };

/** Returns the delimiter of a CSV or TSV file; a space means runs of spaces. */
export function delimiterOf({ format, reading }: Source): string {
  return reading?.delimiter ?? descriptorOf(format).delimiter ?? ",";
}

/**
 * Returns the reason why no column was found in the header, with the options that would find them; undefined if no other cell
 * layout finds more column names.
 */
export function proposeLayout(
  text: OpenedText,
  columns: readonly Column[],
  header: readonly string[],
  headerLine: number,
): string | undefined {
  const names = columns.map(sourceName);
  const { layout, encoding } = text.describe(names);
  if (layout === undefined || countMatches(layout.header, names) <= countMatches(header, names))
    return undefined;
  const { source } = text;
  const { reading = {}, table } = source;
  const found: string[] = [];
  const proposed: FileOptions = {};
  if (layout.delimiter !== delimiterOf(source)) {
    found.push(`the cells are separated by ${SEPARATORS[layout.delimiter]}`);
    proposed.delimiter = layout.delimiter;
  }
  if (layout.decimal === "," && reading.decimal !== "," && columns.some(({ type }) => type === "FLOAT64")) {
    found.push("decimals follow a comma");
    proposed.decimal = ",";
  }
  if (layout.headerRow !== headerLine) {
    found.push(`the column names are on line ${layout.headerRow}`);
    proposed.header_row = layout.headerRow;
  }
  if (encoding === "WINDOWS-1252" && reading.encoding === undefined) {
    found.push("the text is not UTF-8");
    proposed.encoding = "WINDOWS-1252";
  }
  if (found.length === 0) return undefined;
  const { length } = found;
  const facts = length === 1 ? found[0] : `${found.slice(0, -1).join(", ")} and ${found[length - 1]}`;
  return `${facts}; ${proposeOptions(proposed, table)}`;
}

function countMatches(header: readonly string[], names: readonly string[]): number {
  const keys = new Set(header.map(nameKey));
  return names.filter((name) => keys.has(nameKey(name))).length;
}
