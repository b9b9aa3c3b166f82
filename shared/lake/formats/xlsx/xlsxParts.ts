import { isDateFormat } from "hucre";
import { readAttributes, XmlReader } from "./xmlReader.ts";

/** Reference from one part of a workbook to another. */
export interface Relationship {
  id: string;
  /** Last segment of its type, such as `worksheet`. */
  type: string;
  target: string;
}

export interface Workbook {
  /** Relationship id of the first sheet; undefined if there is none. */
  sheetId: string | undefined;
  /** True if dates are counted from 1904 instead of 1900. */
  startsIn1904: boolean;
}

/** Built-in number formats of Excel for dates and times, including those of East Asian versions. */
const DATE_FORMATS = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);
/** Maximum length of a format's code, in characters; Excel allows 255. */
const MAX_FORMAT_CHARACTERS = 1_000;

type Content = AsyncIterable<Uint8Array>;

/** Reads the relationships of a part for which `isWanted` returns true. */
export async function findRelationships(
  content: Content,
  isWanted: (relationship: Relationship) => boolean,
): Promise<Relationship[]> {
  const found: Relationship[] = [];
  await eachTag(content, (name, attributes) => {
    if (name !== "Relationship") return;
    const given = readAttributes(attributes);
    const [id = "", type = "", target = ""] = [given.get("Id"), given.get("Type"), given.get("Target")];
    const relationship = { id, type: type.slice(type.lastIndexOf("/") + 1), target };
    if (id !== "" && target !== "" && isWanted(relationship)) found.push(relationship);
  });
  return found;
}

export async function readWorkbook(content: Content): Promise<Workbook> {
  const workbook: Workbook = { sheetId: undefined, startsIn1904: false };
  await eachTag(content, (name, attributes) => {
    if (name === "workbookPr") {
      workbook.startsIn1904 = ["1", "true"].includes(readAttributes(attributes).get("date1904") ?? "");
    } else if (name === "sheet" && workbook.sheetId === undefined) {
      const given = [...readAttributes(attributes)];
      workbook.sheetId = given.find(([key]) => key.toLowerCase().endsWith(":id"))?.[1];
    }
  });
  return workbook;
}

/** Returns the indices of the cell styles that show a number as a date. */
export async function readDateStyles(content: Content): Promise<Set<number>> {
  const customDates = new Map<number, boolean>();
  const styles = new Set<number>();
  let count = 0;
  let inCellStyles = false;
  await eachTag(
    content,
    (name, attributes) => {
      if (name === "cellXfs") inCellStyles = true;
      else if (name === "numFmt") {
        const given = readAttributes(attributes);
        const code = given.get("formatCode") ?? "";
        if (code !== "") customDates.set(Number(given.get("numFmtId")), isDateCode(code));
      } else if (name === "xf" && inCellStyles) {
        const format = Number(readAttributes(attributes).get("numFmtId") ?? 0);
        if (customDates.get(format) ?? DATE_FORMATS.has(format)) styles.add(count);
        count++;
      }
    },
    (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  );
  return styles;
}

function isDateCode(code: string): boolean {
  return code.length <= MAX_FORMAT_CHARACTERS && isDateFormat(code);
}

async function eachTag(
  content: Content,
  open: (name: string, attributes: string) => void,
  close: (name: string) => void = () => undefined,
): Promise<void> {
  const reader = new XmlReader({ open, close, text: () => undefined });
  for await (const chunk of content) reader.push(chunk);
  reader.end();
}
