import ExcelJs from "exceljs";
import { writeXlsx } from "hucre";
import writeExcelFile from "write-excel-file/node";
import populate, { type Workbook } from "xlsx-populate";

/** Workbook written by exceljs. */
export function byExcelJs(fill: (book: ExcelJs.Workbook) => void): () => Promise<Uint8Array> {
  return async () => {
    const book = new ExcelJs.Workbook();
    fill(book);
    return new Uint8Array(await book.xlsx.writeBuffer());
  };
}

/** Workbook with one sheet, written by exceljs. */
export function bySheetOfExcelJs(fill: (sheet: ExcelJs.Worksheet) => void): () => Promise<Uint8Array> {
  return byExcelJs((book) => fill(book.addWorksheet("data")));
}

/** Workbook written by xlsx-populate. */
export function byPopulate(fill: (book: Workbook) => void): () => Promise<Uint8Array> {
  return async () => {
    const book = await populate.fromBlankAsync();
    fill(book);
    return new Uint8Array(await book.outputAsync());
  };
}

/** Workbook written by write-excel-file. */
export function byWriteExcelFile(rows: object[][]): () => Promise<Uint8Array> {
  return async () => new Uint8Array(await writeExcelFile(rows as never).toBuffer());
}

/** Workbook written by hucre. */
export function byHucre(options: Parameters<typeof writeXlsx>[0]): () => Promise<Uint8Array> {
  return () => writeXlsx(options);
}
