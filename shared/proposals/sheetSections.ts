import { sheetLines } from "@pdp/formats/files";
import { type GridLine, OpenSection, sectionName } from "@pdp/formats/layouts";
import { UnreadableText } from "@pdp/formats/text";

import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { detectInstrument } from "#shared/proposals/instrument.ts";
import { gapTablesOfSheet } from "./gapTables.ts";
import type { PreviewSource, Sample } from "./sample.ts";
import {
  sectionDecisions,
  sectionsOf,
  sectionWarnings,
  shownSections,
  unnamedSectionsOfSheet,
} from "./sections.ts";

/** Number of leading rows used to detect sections and instruments. */
const HEAD_ROWS = 100;

/** Consecutive tables in a sheet, as written by instruments. */
export interface SheetSections {
  detected: Pick<Sample["detected"], "sections" | "instrument">;
  /** Header row of the section to read; undefined if the sheet has only one table, and its header is known. */
  headerRow: number | undefined;
  /** Last row of the section; undefined if it extends to the end. */
  lastRow: number | undefined;
  decisions: PreviewDecision[];
  warnings: string[];
}

/**
 * Finds the sections of a sheet if its first rows contain a section name or an instrument's marks; undefined for other sheets.
 * `header` is the presumed header row.
 */
export async function sheetSections(
  { path, name, headerRow }: PreviewSource,
  sheet: number,
  head: readonly GridLine[],
  header: number,
): Promise<SheetSections | undefined> {
  // If a header row was requested, nothing is known about the rows above it.
  if (headerRow === undefined && !isMarked(head) && gapTablesOfSheet(head).sections.length === 0)
    return undefined;
  const lines = await linesOf(path, name, sheet);
  if (lines === undefined) return undefined;
  const first = lines.slice(0, HEAD_ROWS);
  if (!isMarked(first)) return unnamedSectionsIn(lines, headerRow);
  const instrument = detectInstrument(textOfLines(first));
  const sections = sectionsOf(textOfLines(lines), true, headerRow, instrument !== undefined);
  const common = { detected: { sections: shownSections(sections), instrument: instrument ?? null } };
  const { chosen } = sections;
  if (chosen !== undefined) {
    const { lastRow } = chosen;
    return {
      ...common,
      headerRow: headerRow ?? chosen.headerRow,
      lastRow,
      decisions: sectionDecisions(sections, "row"),
      warnings: sectionWarnings(sections, "row"),
    };
  }
  const only = tableFrom(lines, header);
  const table = { sections: [], chosen: only, linesAbove: 0 };
  const rest = { decisions: [], warnings: sectionWarnings(table, "row") };
  return { ...common, headerRow: header, lastRow: only?.lastRow, ...rest };
}

/** Returns the tables of a sheet that only empty rows separate; undefined if there is only one. */
function unnamedSectionsIn(
  lines: readonly GridLine[],
  headerRow: number | undefined,
): SheetSections | undefined {
  const sections = unnamedSectionsOfSheet(lines, headerRow);
  const { chosen } = sections;
  if (chosen === undefined) return undefined;
  return {
    detected: { sections: shownSections(sections) },
    headerRow: chosen.headerRow,
    lastRow: chosen.lastRow,
    decisions: sectionDecisions(sections, "row"),
    warnings: sectionWarnings(sections, "row"),
  };
}

/** Tells whether rows contain a section name or an instrument's marks. */
function isMarked(lines: readonly GridLine[]): boolean {
  return (
    detectInstrument(textOfLines(lines)) !== undefined ||
    lines.some(({ cells }) => sectionName(cells.join("\t")) !== undefined)
  );
}

/** Writes rows as tab-separated lines of text, with each row on the line that has its row number. */
export function textOfLines(lines: readonly GridLine[]): string {
  const texts: string[] = [];
  for (const { line, cells } of lines) {
    while (texts.length < line - 1) texts.push("");
    texts.push(cells.map((cell) => cell.replace(/[\t\r\n"]+/g, " ")).join("\t"));
  }
  return texts.join("\n");
}

/** Reads the rows of a sheet; undefined if there are too many. */
async function linesOf(path: string, name: string, sheet: number): Promise<readonly GridLine[] | undefined> {
  try {
    return await sheetLines({ path, name, format: "XLSX", reading: { sheet } });
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

/** Returns the table below a header, without the notes after it. */
function tableFrom(lines: readonly GridLine[], header: number) {
  const records = textOfLines(lines)
    .split("\n")
    .map((text, at) => ({ text, line: at + 1, lastLine: at + 1 }));
  const first = records[header - 1];
  if (first === undefined) return undefined;
  const open = new OpenSection("the table", first, "\t");
  for (const record of records.slice(header)) open.take(record);
  return open.end(true, true);
}
