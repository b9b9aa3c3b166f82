import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { readAttributes, XmlReader } from "./xmlReader.ts";

/** Reference from one part of a workbook to another. */
export interface Relationship {
  id: string;
  /** Last segment of its type, such as `worksheet`. */
  type: string;
  target: string;
}

/** Sheet as listed in the workbook. */
export interface WorkbookSheet {
  name: string;
  relationshipId: string;
  isHidden: boolean;
}

export interface Workbook {
  /** Sheets in order. */
  sheets: WorkbookSheet[];
  /** True if dates are counted from 1904 instead of 1900. */
  startsIn1904: boolean;
  /** True if the writer did not compute all formulas, and leaves that to the program that opens the file. */
  isToBeCalculated: boolean;
}

/** Maximum number of sheets in a workbook. */
export const MAX_SHEETS = 1_000;

type Content = AsyncIterable<Uint8Array>;

/** Reads the relationships of a part for which `isWanted` returns true. */
export async function findRelationships(
  content: Content,
  isWanted: (relationship: Relationship) => boolean,
): Promise<Relationship[]> {
  const relationships: Relationship[] = [];
  await eachTag(content, (name, attributes) => {
    if (name !== "Relationship") return;
    const given = readAttributes(attributes);
    const [id = "", type = "", target = ""] = [given.get("Id"), given.get("Type"), given.get("Target")];
    const relationship = { id, type: type.slice(type.lastIndexOf("/") + 1), target };
    if (id !== "" && target !== "" && isWanted(relationship)) relationships.push(relationship);
  });
  return relationships;
}

/** Reads the properties of a workbook. Throws UnreadableXlsx, with the number of sheets, if there are too many. */
export async function readWorkbook(content: Content): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], startsIn1904: false, isToBeCalculated: false };
  let sheets = 0;
  await eachTag(content, (name, attributes) => {
    if (name === "workbookPr") {
      workbook.startsIn1904 = isTrue(readAttributes(attributes).get("date1904"));
    } else if (name === "calcPr") {
      workbook.isToBeCalculated = isTrue(readAttributes(attributes).get("fullCalcOnLoad"));
    } else if (name === "sheet") {
      sheets += 1;
      // Sheets beyond the limit are only counted.
      if (sheets > MAX_SHEETS) return;
      const given = readAttributes(attributes);
      const id = [...given].find(([key]) => key.toLowerCase().endsWith(":id"))?.[1];
      const isHidden = (given.get("state") ?? "visible") !== "visible";
      workbook.sheets.push({ name: given.get("name") ?? "", relationshipId: id ?? "", isHidden });
    }
  });
  if (sheets > MAX_SHEETS) {
    const [count, maxSheets] = [sheets, MAX_SHEETS].map((number) => number.toLocaleString("en-US"));
    throw new UnreadableXlsx(
      `the workbook has ${count} sheets, but at most ${maxSheets} are allowed; split the workbook, or save the sheet as CSV`,
    );
  }
  return workbook;
}

/** Reads a workbook part tag by tag. */
export async function eachTag(
  content: Content,
  open: (name: string, attributes: string) => void,
  close: (name: string) => void = () => undefined,
): Promise<void> {
  const reader = new XmlReader({ open, close, text: () => undefined });
  for await (const chunk of content) reader.push(chunk);
  reader.end();
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
