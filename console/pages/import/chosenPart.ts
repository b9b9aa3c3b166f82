import type { Preview } from "./importDraft.ts";

/** Returns the header line of the section that a preview shows. */
export function chosenSection({ sections }: Pick<Preview, "sections">): string | undefined {
  const row = sections.find(({ chosen }) => chosen)?.header_row;
  return row === undefined ? undefined : String(row);
}

/** Returns the name of the sheet that a preview shows. */
export function chosenSheet({ sheets }: Pick<Preview, "sheets">): string | undefined {
  return sheets.find(({ chosen }) => chosen)?.name;
}
