/** Writes records as CSV (RFC 4180) with `\n` at the end of each line. */
export function csvText(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(csvCell).join(",")}\n`).join("");
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
