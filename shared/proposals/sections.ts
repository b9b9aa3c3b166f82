import { formatCount, joinNames } from "@pdp/basics/wording";
import {
  type Delimiter,
  findReadings,
  findSections,
  type GridLine,
  type TextSection,
} from "@pdp/formats/layouts";
import type { PreviewSection } from "#shared/domain/loads/filePreview.ts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely } from "./decisions.ts";
import { type GapTables, gapTables, gapTablesOfSheet, type Place } from "./gapTables.ts";

const NAMES_SHOWN = 5;
const SECTIONS_SHOWN = 100;

/** Consecutive tables in a text file, if there are several, and the one to read. */
export interface FoundSections {
  sections: readonly TextSection[];
  chosen: TextSection | undefined;
  /** Number of lines above the first section that are not part of a table. */
  linesAbove: number;
  /** True if empty lines separate the sections, which have no names then. */
  areUnnamed?: boolean;
}

/**
 * Finds the sections of a text file and chooses one: the one at line `headerRow`, if that was requested. `isOfInstrument`
 * means that the file certainly comes from an instrument.
 */
export function sectionsOf(
  text: string,
  isWhole: boolean,
  headerRow: number | undefined,
  isOfInstrument: boolean,
): FoundSections {
  const readings = isOfInstrument && headerRow === undefined ? findReadings(text, isWhole) : undefined;
  if (readings !== undefined) return { sections: [], chosen: readings, linesAbove: readings.headerRow - 1 };
  const { sections: textSections, main, linesAbove } = findSections(text, isWhole, isOfInstrument);
  // A single section is the file's table, with its title above it.
  const sections = textSections.length > 1 && main !== undefined ? textSections : [];
  if (headerRow === undefined) return { sections, chosen: main, linesAbove };
  const isWanted = ({ headerRow: first, lastRow = Number.POSITIVE_INFINITY }: TextSection) =>
    first <= headerRow && headerRow <= lastRow;
  return { sections, chosen: textSections.find(isWanted), linesAbove: 0 };
}

/**
 * Finds tables that only empty lines separate, in a text file without other sections, and chooses the one with the most rows, or
 * the one at line `headerRow`.
 */
export function unnamedSections(
  text: string,
  isWhole: boolean,
  headerRow: number | undefined,
  delimiter: Delimiter,
): FoundSections {
  return longestOf(gapTables(text, isWhole, delimiter), headerRow);
}

/** Finds such tables in a sheet. */
export function unnamedSectionsOfSheet(
  lines: readonly GridLine[],
  headerRow: number | undefined,
): FoundSections {
  return longestOf(gapTablesOfSheet(lines), headerRow);
}

function longestOf({ sections, linesAbove }: GapTables, headerRow: number | undefined): FoundSections {
  const maxRows = Math.max(...sections.map(({ rows }) => rows));
  const chosen =
    headerRow === undefined
      ? sections.find(({ rows }) => rows === maxRows)
      : sections.find((section) => section.headerRow === headerRow);
  return { sections, chosen, linesAbove, areUnnamed: true };
}

/** Returns the first sections, and the chosen one. */
export function shownSections({ sections, chosen }: FoundSections): PreviewSection[] {
  return sections
    .filter((section, index) => index < SECTIONS_SHOWN || section === chosen)
    .map((section) => ({
      name: section.name,
      header_row: section.headerRow,
      last_row: section.lastRow ?? null,
      chosen: section === chosen,
    }));
}

/** States which of several tables is read. `rowNoun` is what their rows are called. */
export function sectionDecisions(
  { sections, chosen }: FoundSections,
  rowNoun: Place = "line",
): PreviewDecision[] {
  const unread = sections.filter((section) => section !== chosen);
  if (chosen === undefined || unread.length === 0) return [];
  const others = unread.map(({ name, isUnnamed = false, headerRow, rows, lastRow }) => {
    const counted = lastRow === undefined ? "" : ` with ${formatCount(rows, "row")}`;
    return `${isUnnamed ? `the ${name}` : `${name} from ${rowNoun} ${headerRow}`}${counted}`;
  });
  const read = chosen.isAbove || chosen.isUnnamed ? `the ${chosen.name}` : chosen.name;
  const reason = `The file contains ${unread.length + 1} tables; ${read} is read. To read a different table (${joinNames(others, NAMES_SHOWN)}), choose its header row.`;
  const names = unread.slice(0, SECTIONS_SHOWN).map(({ name }) => name);
  return [likely("SECTION", reason, names, chosen.name)];
}

/** States which lines around the chosen table are not loaded. */
export function sectionWarnings({ chosen, linesAbove }: FoundSections, rowNoun: Place = "line"): string[] {
  if (chosen === undefined) return [];
  const { linesBelow, lastRow } = chosen;
  return [
    ...(linesAbove > 1
      ? [`${linesAbove} ${rowNoun}s above ${rowNoun} ${chosen.headerRow} are not read.`]
      : []),
    ...(linesBelow > 0 && lastRow !== undefined
      ? [
          `${formatCount(linesBelow, rowNoun)} below ${rowNoun} ${lastRow} ${linesBelow === 1 ? "is" : "are"} not read.`,
        ]
      : []),
  ];
}
