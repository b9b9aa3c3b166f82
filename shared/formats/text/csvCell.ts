/** Writes a cell of CSV text. An empty cell has no quotes, so that it is read as missing. */
export function csvCell(text: string | null): string {
  return text === null || text === "" ? "" : `"${text.replaceAll('"', '""')}"`;
}
