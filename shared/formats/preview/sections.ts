import type { PreviewSection } from "#shared/domain/loads/filePreview.ts";
import { joinNames } from "#shared/domain/wording/wording.ts";
import { findSections, mainSection, type TextSection } from "#shared/formats/detect/textSections.ts";

const NAMES_SHOWN = 5;

/** Tables of a text that stand below one another, if there are several, and the one that is read. */
export interface FoundSections {
  sections: readonly TextSection[];
  chosen: TextSection | undefined;
}

/** Finds the sections of a text and chooses one: that of the line `headerRow`, if it is wanted. */
export function sectionsOf(text: string, isWhole: boolean, headerRow: number | undefined): FoundSections {
  const found = findSections(text, isWhole);
  if (found.length === 0) return { sections: [], chosen: undefined };
  // A single section is the table of the file, with its title above.
  const sections = found.length > 1 ? found : [];
  if (headerRow === undefined) return { sections, chosen: mainSection(found) };
  const isWanted = ({ headerRow: first, lastRow = Number.POSITIVE_INFINITY }: TextSection) =>
    first <= headerRow && headerRow <= lastRow;
  return { sections, chosen: found.find(isWanted) };
}

export function shownSection({ name, headerRow, lastRow }: TextSection, chosen: boolean): PreviewSection {
  return { name, header_row: headerRow, last_row: lastRow ?? null, chosen };
}

/** Says which parts of the file are not loaded. */
export function sectionWarnings({ sections, chosen }: FoundSections): string[] {
  if (chosen === undefined) return [];
  const others = sections
    .filter((section) => section !== chosen)
    .map(({ name, headerRow }) => `${name} from line ${headerRow}`);
  const { linesBelow, lastRow } = chosen;
  return [
    ...(others.length > 0
      ? [
          `The file holds ${others.length + 1} tables; ${chosen.name} is read. Choose another header row to read another one (${joinNames(others, NAMES_SHOWN)}).`,
        ]
      : []),
    ...(linesBelow > 0 && lastRow !== undefined
      ? [`${linesBelow === 1 ? "1 line" : `${linesBelow} lines`} below line ${lastRow} are not read.`]
      : []),
  ];
}
