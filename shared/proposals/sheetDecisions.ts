import { readFile } from "node:fs/promises";
import { joinNames } from "@pdp/basics/wording";
import { shortName } from "@pdp/formats/cells";
import { containsCurves, containsPlate } from "@pdp/formats/files";

import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely } from "./decisions.ts";
import { type Chosen, isNamedNotes } from "./workbookSheets.ts";

/** Maximum number of sheets that are searched for the same content. */
const MAX_SHEETS = 20;
const NAMES_SHOWN = 5;

/** Content of sheets, in the words of a sentence, and how it is recognized. */
export interface SheetContent {
  words: string;
  isIn: (workbook: Buffer, sheet: number) => Promise<boolean>;
}
export const WELLS: SheetContent = { words: "wells", isIn: containsPlate };
export const CURVES: SheetContent = { words: "curves", isIn: containsCurves };

/** Names the other sheets with the same content, which are not read; if there are none, which of several sheets is read. */
export async function otherSheets(
  path: string,
  read: Chosen,
  visible: readonly Chosen[],
  { words, isIn }: SheetContent,
): Promise<PreviewDecision[]> {
  const bytes = await readFile(path);
  const others: string[] = [];
  for (const chosen of visible.slice(0, MAX_SHEETS))
    if (chosen !== read && !isNamedNotes(chosen) && (await isIn(bytes, chosen.number)))
      others.push(JSON.stringify(shortName(chosen.name)));
  if (others.length === 0) return sheetDecisions(read, visible);
  const [contain, it] = others.length === 1 ? ["contains", "it"] : ["contain", "one of them"];
  const reason = `Only the sheet ${JSON.stringify(shortName(read.name))} is read; ${joinNames(others, NAMES_SHOWN)} also ${contain} ${words}. To read ${it}, choose the sheet.`;
  return [likely("SHEET", reason, otherNames(read, visible), read.name)];
}

/** States which of several sheets is read. */
export function sheetDecisions(read: Chosen, visible: readonly Chosen[]): PreviewDecision[] {
  const others = otherNames(read, visible);
  if (others.length === 0) return [];
  const shown = joinNames(
    others.map((name) => JSON.stringify(shortName(name))),
    NAMES_SHOWN,
  );
  const [also, it] = others.length === 1 ? ["is", "it"] : ["are", "one of them"];
  const reason = `Only the sheet ${JSON.stringify(shortName(read.name))} is read; ${shown} ${also} not. To read ${it}, choose the sheet.`;
  return [likely("SHEET", reason, others, read.name)];
}

function otherNames(read: Chosen, visible: readonly Chosen[]): string[] {
  return visible.filter((sheet) => sheet !== read && !isNamedNotes(sheet)).map(({ name }) => name);
}
