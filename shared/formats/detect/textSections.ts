import { joinNames } from "#shared/domain/wording/wording.ts";

/** One of several tables in a text, below a line with its name in brackets, as instruments write them. */
export interface TextSection {
  name: string;
  /** Line of its header, from 1. */
  headerRow: number;
}

const NAME = /^\s*(\[[^\][]{1,60}\])[\s,;|]*$/;
const NAMES_SHOWN = 5;

/** Returns the name in brackets if that is all that a line has; undefined otherwise. */
export function sectionName(line: string): string | undefined {
  return NAME.exec(line)?.[1];
}

/** Finds the tables of a text that begin with a name in brackets, whose header has cells between delimiters. */
export function findSections(text: string, delimiter: string): TextSection[] {
  const sections: TextSection[] = [];
  let name: string | undefined;
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const found = sectionName(line);
    if (found !== undefined) name = found;
    else if (name !== undefined && line.trim() !== "") {
      if (line.includes(delimiter)) sections.push({ name, headerRow: index + 1 });
      name = undefined;
    }
  });
  return sections;
}

/** Returns why a text with several tables cannot be loaded as one. */
export function sectionsReason(sections: readonly TextSection[]): string {
  const names = sections.map(({ name, headerRow }) => `${name} from line ${headerRow}`);
  const last = sections[sections.length - 1]?.headerRow;
  return `the file holds ${sections.length} tables, one below the other (${joinNames(names, NAMES_SHOWN)}); save the one that you want as a file of its own, or set "header_row": ${last} for the last one`;
}
