import { readFile } from "node:fs/promises";
import { EncryptedFileError } from "hucre";
import { streamXlsxRows } from "hucre/xlsx";
import { checkZip } from "./checkZip.ts";

export type XlsxValue = string | number | boolean | Date | null;

export interface XlsxRow {
  /** As the spreadsheet numbers it. */
  line: number;
  values: XlsxValue[];
}

/** The file cannot be read as XLSX; the message is a problem's reason. */
export class UnreadableXlsx extends Error {
  override readonly name = "UnreadableXlsx";
}

const LIMITS = {
  total: 500_000_000,
  entries: { "sharedStrings.xml": 150_000_000, "styles.xml": 20_000_000 },
};
const ROWS_AT_MOST = 1_048_576;
const CELLS_AT_MOST = 20_000_000;
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The rows of the first sheet that hold anything, each cut behind its last value. Throws UnreadableXlsx. */
export async function* xlsxRows(path: string, signal?: AbortSignal): AsyncGenerator<XlsxRow> {
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new UnreadableXlsx("the file is empty");
  if (bytes.subarray(0, 4).equals(OLE2)) {
    throw new UnreadableXlsx(
      "the file is encrypted or in the old XLS format; save it as XLSX without a password",
    );
  }
  const fault = await checkZip(bytes, LIMITS);
  if (fault !== undefined) throw new UnreadableXlsx(fault);
  let cells = 0;
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      signal?.throwIfAborted();
      cells += values.length;
      if (cells > CELLS_AT_MOST || index >= ROWS_AT_MOST) throw new UnreadableXlsx(tooManyCells());
      while (values.length > 0 && isEmpty(values.at(-1))) values.pop();
      if (values.length > 0) yield { line: index + 1, values };
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UnreadableXlsx) throw error;
    if (error instanceof EncryptedFileError)
      throw new UnreadableXlsx("the file is encrypted; save it without a password");
    throw new UnreadableXlsx(`the file cannot be read as XLSX: ${messageOf(error)}`, { cause: error });
  }
}

export function isEmpty(value: XlsxValue | undefined): boolean {
  return value === null || value === undefined || value === "";
}

export function headerNames(values: XlsxRow["values"]): string[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : String(value ?? "")));
}

function tooManyCells(): string {
  const [cells, rows] = [CELLS_AT_MOST, ROWS_AT_MOST].map((count) => count.toLocaleString("en-US"));
  return `the first sheet has more than ${cells} cells or ${rows} rows; load the data as CSV`;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
