import ExcelJs from "exceljs";
import { writeXlsx } from "hucre";
import writeExcelFile from "write-excel-file/node";
import populate, { type Workbook } from "xlsx-populate";

/** A workbook that exceljs writes. */
export function byExcelJs(fill: (book: ExcelJs.Workbook) => void): () => Promise<Uint8Array> {
  return async () => {
    const book = new ExcelJs.Workbook();
    fill(book);
    return new Uint8Array(await book.xlsx.writeBuffer());
  };
}

/** A workbook that exceljs writes with one sheet. */
export function bySheetOfExcelJs(fill: (sheet: ExcelJs.Worksheet) => void): () => Promise<Uint8Array> {
  return byExcelJs((book) => fill(book.addWorksheet("data")));
}

/** A workbook that xlsx-populate writes. */
export function byPopulate(fill: (book: Workbook) => void): () => Promise<Uint8Array> {
  return async () => {
    const book = await populate.fromBlankAsync();
    fill(book);
    return new Uint8Array(await book.outputAsync());
  };
}

/** A workbook that write-excel-file writes. */
export function byWriteExcelFile(rows: object[][]): () => Promise<Uint8Array> {
  return async () => new Uint8Array(await writeExcelFile(rows as never).toBuffer());
}

/** A workbook that hucre writes. */
export function byHucre(options: Parameters<typeof writeXlsx>[0]): () => Promise<Uint8Array> {
  return () => writeXlsx(options);
}
