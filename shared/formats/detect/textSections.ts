import type { Delimiter } from "./detectLayout.ts";
import { OpenSection } from "./openSection.ts";
import { cellsOf, type RecordLines, recordLines } from "./recordLines.ts";
import { tableAbove } from "./tableAbove.ts";
import type { TextSection } from "./textSection.ts";

/** Sections of a text file, in order. */
export interface TextSections {
  sections: TextSection[];
  /** Section that the user most likely wants; undefined if no section is a table. */
  main: TextSection | undefined;
  /** Number of lines above the first name that are not part of a table and do not describe anything. */
  linesAbove: number;
}

const NAME = /^\s*(\[[^\][]{1,60}\])[\s,;|]*$/;
/** Table title written by Luminex xPONENT. */
const DATA_TYPE = /^"?DataType:"?\s*[,;\t]\s*"?([^",;\t]{1,60})/;
/** Start of every line with a name, used to exclude most lines quickly. */
const MAY_BE_NAME = /^(?:\s*\[|"?DataType:)/;
const DELIMITERS: readonly Delimiter[] = ["\t", ",", ";", "|"];
/** Names of the preferred sections, in order of preference. */
const WANTED = [/^\W*results?\W*$/i, /^(?:net )?(?:mfi|median)$/i];
/** Comment, or a property name with its value. */
const DESCRIPTION = /^\s*[#*%"]|^[^,;|\t]{1,60}[:=]/;
const NOTHING: TextSections = { sections: [], main: undefined, linesAbove: 0 };

/** Returns the name of the section that starts with the line; undefined for other lines. */
export function sectionName(line: string): string | undefined {
  if (!MAY_BE_NAME.test(line)) return undefined;
  const [, bracketed] = NAME.exec(line) ?? [];
  const [, dataType] = DATA_TYPE.exec(line) ?? [];
  return bracketed ?? dataType?.trim();
}

/**
 * Finds the tables in a text file that has section names. `isOfInstrument` means that the file certainly comes from an
 * instrument, which never writes a table above the first name.
 */
export function findSections(text: string, isWhole: boolean, isOfInstrument: boolean): TextSections {
  const sections: TextSection[] = [];
  const above: RecordLines[] = [];
  let first: string | undefined;
  let name: string | undefined;
  let open: OpenSection | undefined;
  let before = "";
  const close = (isEnd: boolean): void => {
    if (open !== undefined) sections.push(open.end(isEnd, isWhole));
    open = undefined;
  };
  for (const record of recordLines(text)) {
    const named = sectionName(record.text);
    const sectionTitle = named !== undefined && isRowBelow(record.text, before) ? undefined : named;
    before = record.text;
    if (sectionTitle !== undefined) {
      close(false);
      first ??= sectionTitle;
      name = sectionTitle;
    } else if (open !== undefined) open.take(record);
    else if (name !== undefined && record.text.trim() !== "") {
      open = new OpenSection(name, record, delimiterOf(record.text) ?? ",");
      name = undefined;
    } else if (first === undefined) above.push(record);
  }
  close(true);
  if (first === undefined) return NOTHING;
  const main = mainSection(sections);
  if (isOfInstrument || !first.startsWith("[")) return { sections, main, linesAbove: 0 };
  const table = tableAbove(above, first);
  if (table === undefined) return { sections, main, linesAbove: main === undefined ? 0 : plainLines(above) };
  const isWanted = main === undefined || table.isCertain || main.width <= table.section.width;
  return { sections: [table.section, ...sections], main: isWanted ? table.section : main, linesAbove: 0 };
}

/** Chooses the results or, failing that, median fluorescence values or the last table. */
function mainSection(sections: readonly TextSection[]): TextSection | undefined {
  const withNames = sections.filter(({ width }) => width > 1);
  const withRows = withNames.filter(({ rows }) => rows > 0);
  const tables = withRows.length > 0 ? withRows : withNames;
  const wanted = WANTED.map((pattern) => tables.findLast(({ name }) => pattern.test(name)));
  return wanted.find((section) => section !== undefined) ?? tables[tables.length - 1];
}

/**
 * Tells whether a line with a name has the same number of cells as the row directly above it, and is therefore just another
 * row.
 */
function isRowBelow(line: string, before: string): boolean {
  if (!line.trimStart().startsWith("[")) return false;
  const delimiter = delimiterOf(line);
  if (delimiter === undefined) return false;
  const cells = cellsOf(before, delimiter);
  return (
    cells.length === cellsOf(line, delimiter).length && cells.filter((cell) => cell.trim() !== "").length > 1
  );
}

function plainLines(above: readonly RecordLines[]): number {
  return above.filter(({ text }) => text.trim() !== "" && !DESCRIPTION.test(text)).length;
}

/** Returns the most frequent delimiter in a header; undefined if there is none. */
function delimiterOf(header: string): Delimiter | undefined {
  const counts = DELIMITERS.map(() => 0);
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const letter = header[at] as string;
    // A quote that is not closed is text.
    if (letter === '"') isQuoted = !isQuoted && header.includes('"', at + 1);
    const kind = isQuoted ? -1 : DELIMITERS.indexOf(letter as Delimiter);
    if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const maxCount = Math.max(...counts);
  return maxCount > 0 ? DELIMITERS[counts.indexOf(maxCount)] : undefined;
}
