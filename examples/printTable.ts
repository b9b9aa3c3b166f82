import type { Table } from "@uwdata/flechette";

const WIDEST = 40;

/** Prints a result as human-readable, aligned text; long values are truncated. */
export function printTable(table: Table): string {
  const names = table.schema.fields.map(({ name }) => name);
  const columns = names.map((_, index) => table.getChildAt(index));
  const rows = Array.from({ length: table.numRows }, (_, row) =>
    columns.map((column) => cell(column.at(row))),
  );
  const widths = names.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(names), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  if (typeof value === "object") {
    return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner)).slice(
      0,
      WIDEST,
    );
  }
  const text = String(value);
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
