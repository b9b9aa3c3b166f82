import { generateVariants, toCsv, VARIANT_COLUMNS } from "./variants.ts";

const MAX_NAME_LENGTH = 128;

/** File that the demo loads, and its queries. */
export interface DemoFile {
  name: string;
  table: string;
  columns: readonly { name: string; type: string; nullable?: boolean; source_name?: string }[];
  content: string;
  /** The same file with one invalid cell; null if no cell could be safely corrupted. */
  damaged: string | null;
  queries: string[];
}

export function generateFile(rows: number): DemoFile {
  if (!Number.isInteger(rows) || rows < 10 || rows > 500_000) {
    throw new Error("--rows takes a whole number from 10 to 500000");
  }
  const content = toCsv(generateVariants(rows, 42));
  return {
    name: "round-1.csv",
    table: "variants",
    columns: VARIANT_COLUMNS,
    content,
    damaged: replaceCell(content, 8, 3, "n/a"),
    queries: [
      "SELECT count(*) AS n, count(activity) AS measured, avg(activity) AS mean, max(activity) AS best\nFROM variants",
      "SELECT mutations, activity, thermostability\nFROM variants\nWHERE thermostability > 60\nORDER BY activity DESC\nLIMIT 5",
      "SELECT batch, count(*) AS n, approx_percentile(activity, 0.5) AS median\nFROM variants\nGROUP BY batch\nORDER BY batch",
    ],
  };
}

/** Describes a user-provided file: types are guessed from all of its cells. */
export async function describeFile(name: string, content: string): Promise<DemoFile> {
  const lines = content.split(/\r?\n/).filter((line) => line !== "");
  const header = (lines[0] ?? "").replace(/^\ufeff/, "").split(",");
  const simple = !content.includes('"');
  const rows = simple ? lines.slice(1).map((line) => line.split(",")) : [];
  const usedNames = new Set<string>();
  const columns = header.map((source, index) => {
    const source_name = source.trim().replace(/^"|"$/g, "");
    if (source_name === "") throw new Error(`${name}: column ${index + 1} has no name in the header`);
    const type = simple ? typeOf(rows.map((row) => row[index] ?? "")) : "STRING";
    return { name: freeName(columnName(source_name, index), usedNames), type, source_name };
  });
  const numeric = columns.findIndex(({ type }) => type !== "STRING");
  const first = columns[Math.max(0, numeric)];
  if (!first) throw new Error(`${name} has no header`);
  // A name may be an SQL keyword, such as order.
  const quoted = `"${first.name}"`;
  const figures =
    numeric < 0
      ? `count(DISTINCT ${quoted}) AS different`
      : `min(${quoted}) AS min, avg(${quoted}) AS mean, max(${quoted}) AS max`;
  return {
    name,
    table: "data",
    columns,
    content,
    damaged: numeric < 0 || rows.length < 2 ? null : replaceCell(content, 2, numeric, "n/a"),
    queries: [`SELECT count(*) AS n, ${figures}\nFROM data`, "SELECT *\nFROM data\nLIMIT 5"],
  };
}

function replaceCell(content: string, line: number, column: number, value: string): string {
  const lines = content.split("\n");
  lines[line] = (lines[line] ?? "").split(",").with(column, value).join(",");
  return lines.join("\n");
}

function typeOf(cells: string[]): string {
  const filled = cells.filter((cell) => cell.trim() !== "" && cell !== "NaN");
  if (filled.length === 0) return "STRING";
  if (filled.every((cell) => /^\s*[-+]?\d{1,18}\s*$/.test(cell))) return "INT64";
  if (filled.every((cell) => /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(cell))) return "FLOAT64";
  return "STRING";
}

/**
 * Returns the name or, if an earlier column already uses it (ignoring case), the name with the first number that makes it
 * unique.
 */
function freeName(name: string, usedNames: Set<string>): string {
  let free = name;
  for (let number = 2; usedNames.has(free.toLowerCase()); number += 1) {
    free = `${name.slice(0, MAX_NAME_LENGTH - 8)}_${number}`;
  }
  usedNames.add(free.toLowerCase());
  return free;
}

/** Converts header text to a column name. */
function columnName(source: string, index: number): string {
  const name = source
    .replace(/[^A-Za-z0-9_]/g, "_")
    .replace(/^(?=\d)/, "_")
    .replace(/^__+/, "_");
  return (name === "" || name === "_" ? `column_${index + 1}` : name).slice(0, MAX_NAME_LENGTH);
}
