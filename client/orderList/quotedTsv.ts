/** Writes records as tab-separated lines. */
export function quotedTsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(tsvCell).join("\t")}\n`).join("");
}

function tsvCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
