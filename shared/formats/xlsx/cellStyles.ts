import { eachTag } from "./xlsxParts.ts";
import { readAttributes } from "./xmlReader.ts";

/** Cell styles, by number, that affect the value. */
export interface CellStyles {
  /** Styles with strikethrough text. */
  struck: ReadonlySet<number>;
  /** Styles that mark a cell as text, regardless of what the text looks like: a spreadsheet shows an apostrophe before it. */
  quoted: ReadonlySet<number>;
}

export const NO_STYLES: CellStyles = { struck: new Set(), quoted: new Set() };

/** Reads the styles of cells with strikethrough text, and of text cells. */
export async function readCellStyles(content: AsyncIterable<Uint8Array>): Promise<CellStyles> {
  const struckFonts = new Set<number>();
  const [struck, quoted] = [new Set<number>(), new Set<number>()];
  let [part, font, style] = ["", -1, -1];
  await eachTag(
    content,
    (name, attributes) => {
      if (name === "fonts" || name === "cellXfs") part = name;
      else if (name === "font" && part === "fonts") font++;
      else if (name === "strike" && part === "fonts" && isOn(readAttributes(attributes).get("val") ?? "1"))
        struckFonts.add(font);
      else if (name === "xf" && part === "cellXfs") {
        style++;
        const given = readAttributes(attributes);
        if (struckFonts.has(Number(given.get("fontId") ?? 0))) struck.add(style);
        if (isOn(given.get("quotePrefix") ?? "0")) quoted.add(style);
      }
    },
    (name) => {
      if (name === part) part = "";
    },
  );
  return { struck, quoted };
}

function isOn(value: string): boolean {
  return value === "1" || value === "true" || value === "on";
}
