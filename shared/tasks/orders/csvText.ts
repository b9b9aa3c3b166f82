/** Writes rows as CSV with a header. */
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const line = (cells: readonly (string | number | null)[]): string => cells.map(cell).join(",");
  return [line(columns), ...rows.map(line), ""].join("\n");
}

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
