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
  const findings: string[] = [];
  const proposed: FileOptions = {};
  if (layout.delimiter !== delimiterOf(source)) {
    findings.push(`the cells are separated by ${SEPARATORS[layout.delimiter]}`);
    proposed.delimiter = layout.delimiter;
  }
  if (layout.decimal === "," && reading.decimal !== "," && columns.some(({ type }) => type === "FLOAT64")) {
    findings.push("decimals follow a comma");
    proposed.decimal = ",";
  }
  if (layout.headerRow !== headerLine) {
    findings.push(`the column names are on line ${layout.headerRow}`);
    proposed.header_row = layout.headerRow;
  }
  if (encoding === "WINDOWS-1252" && reading.encoding === undefined) {
    findings.push("the text is not UTF-8");
    proposed.encoding = "WINDOWS-1252";
  }
  if (findings.length === 0) return undefined;
  const { length } = findings;
  const facts =
    length === 1 ? findings[0] : `${findings.slice(0, -1).join(", ")} and ${findings[length - 1]}`;
  return `${facts}; ${proposeOptions(proposed, table)}`;
}

function countMatches(header: readonly string[], names: readonly string[]): number {
  const keys = new Set(header.map(nameKey));
  return names.filter((name) => keys.has(nameKey(name))).length;
}
