const ESCAPES: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

/**
 * Writes rows as TSV, one per line. Tabs, line breaks and backslashes within a cell are written as `\t`, `\n`, `\\`.
 */
export function tsvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(escapeCell).join("\t")}\n`).join("");
}

function escapeCell(text: string): string {
  return text.replace(/[\t\n\r\\]/g, (character) => ESCAPES[character] ?? character);
}
