declare module "xlsx-populate" {
  export interface Cell {
    value(value: unknown): Cell;
    formula(formula: string): Cell;
    style(name: string, value: unknown): Cell;
  }
  export interface Range {
    merged(merged: boolean): Range;
  }
  export interface Sheet {
    cell(address: string): Cell;
    range(address: string): Range;
    name(name: string): Sheet;
    hidden(hidden: boolean): Sheet;
  }
  export interface Workbook {
    sheet(index: number): Sheet;
    addSheet(name: string): Sheet;
    outputAsync(): Promise<Buffer>;
  }
  const populate: { fromBlankAsync(): Promise<Workbook>; RichText: new () => unknown };
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default populate;
}
