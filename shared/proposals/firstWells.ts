import { type GridLine, type SheetLines, valuesOfWells } from "@pdp/formats/layouts";
import { UnreadableText } from "@pdp/formats/text";

import type { Chosen } from "./workbookSheets.ts";

/** Keeps the lines of the first sheet with wells, which is the only one that may be proposed, so that it is read only once. */
export class FirstWells {
  private first: { sheet: Chosen; lines: SheetLines; isFilled: boolean } | undefined;

  /** Returns the values of the wells in a sheet; none if they cannot be read. */
  add(sheet: Chosen, lines: SheetLines): (string | null)[] {
    const values = valuesIn(lines);
    const isFilled = values.length > 0;
    if (this.first === undefined || (isFilled && !this.first.isFilled))
      this.first = { sheet, lines, isFilled };
    return values;
  }

  /** Returns the lines of the proposed sheet. Throws UnreadableText if it has too many cells. */
  linesOf(sheet: Chosen): readonly GridLine[] {
    if (this.first?.sheet !== sheet) throw new Error(`The lines of the sheet ${sheet.number} were not kept`);
    return this.first.lines.all();
  }
}

function valuesIn(lines: SheetLines): (string | null)[] {
  try {
    return valuesOfWells(lines.all());
  } catch (error) {
    if (error instanceof UnreadableText) return [];
    throw error;
  }
}
