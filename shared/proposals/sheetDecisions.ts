import { readFile } from "node:fs/promises";
import { joinNames } from "#shared/basics/wording/wording.ts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { shortName } from "#shared/formats/matchColumns.ts";
import { containsPlate } from "#shared/formats/plates/plateOfSheet.ts";
import { likely } from "./decisions.ts";
import { type Chosen, isNamedNotes } from "./workbookSheets.ts";

/** Maximum number of sheets that are searched for wells. */
const MAX_SHEETS = 20;
const NAMES_SHOWN = 5;

/** Names the other sheets with wells, which are not read. */
export async function otherPlates(
  path: string,
  read: Chosen,
  visible: readonly Chosen[],
): Promise<PreviewDecision[]> {
  const bytes = await readFile(path);
  const others: string[] = [];
  for (const chosen of visible.slice(0, MAX_SHEETS))
    if (chosen !== read && !isNamedNotes(chosen) && (await containsPlate(bytes, chosen.number)))
      others.push(JSON.stringify(shortName(chosen.name)));
  if (others.length === 0) return [];
  const [contain, it] = others.length === 1 ? ["contains", "it"] : ["contain", "one of them"];
  const reason = `Only the sheet ${JSON.stringify(shortName(read.name))} is read; ${joinNames(others, NAMES_SHOWN)} also ${contain} wells. To read ${it}, choose the sheet.`;
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
