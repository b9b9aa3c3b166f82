import { listNames } from "@pdp/basics/wording";
import { shortName } from "@pdp/formats/cells";
import { ALL_SHEETS, joinedSheets } from "@pdp/formats/files";
import type { GridLine, JoinedSheets } from "@pdp/formats/layouts";
import { UnreadableText } from "@pdp/formats/text";
import type { SheetPart } from "@pdp/formats/xlsx";

import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { detectInstrument } from "#shared/proposals/instrument.ts";
import { likely } from "./decisions.ts";
import type { PreviewSource, Sample } from "./sample.ts";
import { sampleJoinedPlates } from "./samplePlates.ts";
import { textOfLines } from "./sheetSections.ts";
import { type Chosen, isNamedNotes } from "./workbookSheets.ts";

const HEAD_ROWS = 100;
const NAMES_SHOWN = 5;

/**
 * Reads the plates in all visible sheets together, with the sheets that describe their wells. Undefined if the sheets do not belong
 * together, unless the user asked for it. `known` contains the lines of sheets that have already been read, by number. Throws NoSample or UnreadableText.
 */
export async function sampleJoinedSheets(
  { path, name }: PreviewSource,
  sheets: readonly SheetPart[],
  visible: readonly Chosen[],
  isAsked: boolean,
  known?: ReadonlyMap<number, readonly GridLine[]>,
): Promise<Sample | undefined> {
  const joined = await joinedSheets(path, name, known).catch((error: unknown) => {
    if (isAsked || !(error instanceof UnreadableText)) throw error;
    return undefined;
  });
  if (joined === undefined || !(isAsked || belongTogether(joined, visible))) return undefined;
  const { measured, describing, first } = joined;
  const used = new Set([...measured, ...describing]);
  const instrument = detectInstrument(textOfLines(first.slice(0, HEAD_ROWS))) ?? null;
  const sample = sampleJoinedPlates(joined.table, {
    detected: {
      sheets: sheets.map((sheet) => ({
        name: sheet.name,
        hidden: sheet.isHidden,
        chosen: !sheet.isHidden && used.has(sheet.name),
      })),
      instrument,
    },
    options: { sheet: ALL_SHEETS },
  });
  return { ...sample, decisions: [...(sample.decisions ?? []), joinedDecision(joined)] };
}

/** Tells whether several sheets are plates of one kind, or describe the plates, and all others are notes. */
function belongTogether(
  { measured, describing, others, areAlike }: JoinedSheets,
  visible: readonly Chosen[],
): boolean {
  const notes = new Set(visible.filter(isNamedNotes).map(({ name }) => name));
  return measured.length + describing.length > 1 && areAlike && others.every((name) => notes.has(name));
}

function joinedDecision({ measured, describing, others }: JoinedSheets): PreviewDecision {
  const quoted = (names: readonly string[]) =>
    listNames(
      names.map((name) => JSON.stringify(shortName(name))),
      NAMES_SHOWN,
    );
  const read =
    measured.length === 1
      ? `The sheet ${quoted(measured)} is read`
      : `The sheets ${quoted(measured)} are read together`;
  const wells = measured.length === 1 ? "its wells" : "their wells";
  const describe =
    describing.length === 0
      ? ""
      : `; ${quoted(describing)} ${describing.length === 1 ? "describes" : "describe"} ${wells}`;
  const unread = others.length === 0 ? "" : ` Not read: ${quoted(others)}.`;
  const reason = `${read}${describe}.${unread} To read one of them, choose the sheet.`;
  return likely("SHEET", reason, [...measured, ...describing], ALL_SHEETS);
}
