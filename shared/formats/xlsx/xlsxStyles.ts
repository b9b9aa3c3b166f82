import { builtInFormat, formatOfCode, type NumberFormat } from "./numberFormat.ts";
import { eachTag } from "./xlsxParts.ts";
import { readAttributes } from "./xmlReader.ts";

/** Reads the number format of each cell style. */
export async function readCellFormats(content: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCellStyles = false;
  await eachTag(
    content,
    (name, attributes) => {
      if (name === "cellXfs") inCellStyles = true;
      else if (name === "numFmt") {
        const given = readAttributes(attributes);
        const code = given.get("formatCode") ?? "";
        if (code !== "") custom.set(Number(given.get("numFmtId")), formatOfCode(code));
      } else if (name === "xf" && inCellStyles) {
        const id = Number(readAttributes(attributes).get("numFmtId") ?? 0);
        formats.push(custom.get(id) ?? builtInFormat(id));
      }
    },
    (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  );
  return formats;
}
