import type { Preview } from "./importDraft.ts";

/** Returns the header line of the section that a preview shows. */
export function chosenSection({ sections }: Pick<Preview, "sections">): string | undefined {
  const row = sections.find(({ chosen }) => chosen)?.header_row;
  return row === undefined ? undefined : String(row);
}

/** Value of the parameter `sheet` that joins all plates. */
export const ALL_SHEETS = "*";

/** Returns the name of the sheet that a preview shows; `*` if it joins several. */
export function chosenSheet({ sheets }: Pick<Preview, "sheets">): string | undefined {
  const chosen = sheets.filter((sheet) => sheet.chosen);
  return chosen.length > 1 ? ALL_SHEETS : chosen[0]?.name;
}
