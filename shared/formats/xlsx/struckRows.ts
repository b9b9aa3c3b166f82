import { formatCount, joinNames } from "@pdp/basics/wording";

const MAX_NAMED = 20;

/** Returns the sentence about struck-through rows below the header; undefined if there are none. */
export function struckRowsWarning(file: string, rows: readonly number[], header: number): string | undefined {
  const struck = rows.filter((row) => row > header);
  if (struck.length === 0) return undefined;
  const names = joinNames(
    struck.map((row) => String(row)),
    MAX_NAMED,
  );
  const [count, verb] = [formatCount(struck.length, "row"), struck.length === 1 ? "is" : "are"];
  return `${file}: ${count} ${verb} struck through (${names}) but loaded like any other row. If ${struck.length === 1 ? "it is" : "they are"} not valid, delete ${struck.length === 1 ? "it" : "them"} in the workbook.`;
}
