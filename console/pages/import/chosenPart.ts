import type { PreviewQuery } from "#client/importFiles.ts";
import type { Preview } from "./importDraft.ts";

/** Value of the parameter `sheet` that joins all plates. */
export const ALL_SHEETS = "*";

/** Returns the name of the sheet that a preview shows; `*` if it joins several. */
export function chosenSheet({ sheets }: Pick<Preview, "sheets">): string | undefined {
  const chosen = sheets.filter((sheet) => sheet.chosen);
  return chosen.length > 1 ? ALL_SHEETS : chosen[0]?.name;
}

/** Returns the query for the sheet and the section that a preview shows. */
export function chosenPart(preview: Pick<Preview, "sections" | "sheets">): PreviewQuery {
  const sheet = chosenSheet(preview);
  const row = preview.sections.find(({ chosen }) => chosen)?.header_row;
  return { ...(sheet !== undefined && { sheet }), ...(row !== undefined && { header_row: String(row) }) };
}

/** Returns a preview with the sheets of the previous one if it lists none: a sheet without cells does not list the others. */
export function withSheets(
  preview: Preview,
  previous: Pick<Preview, "sheets"> | null,
  sheet: string | undefined,
): Preview {
  if (preview.sheets.length > 0 || !previous) return preview;
  return { ...preview, sheets: previous.sheets.map((other) => ({ ...other, chosen: other.name === sheet })) };
}
