import { type Column, identifier, literal } from "@pdp/basics/columns";
import { type ConversionLimits, withDuckDb } from "../engine/convertWithDuckDb.ts";
import type { Tally } from "../scanReport.ts";
import { zeroCandidates, zeroWarnings } from "./zeroWarnings.ts";

/** Returns the warnings about zeros in a written file, after determining from the file which columns contain negative values. */
export async function zeroWarningsOf(
  columns: readonly Column[],
  tallies: readonly Tally[],
  target: string,
  limits: ConversionLimits,
): Promise<string[]> {
  const candidates = zeroCandidates(columns, tallies);
  if (candidates.length === 0) return [];
  const minima = candidates.map((index) => `min(${identifier(columns[index]?.name ?? "")}) < 0`);
  const sql = `SELECT [${minima.join(", ")}] AS negative FROM read_parquet(${literal(target)})`;
  const reader = await withDuckDb([target], columns.length, limits, (connection) =>
    connection.runAndReadAll(sql),
  );
  const negative = reader.getRowObjectsJson()[0]?.negative as (boolean | null)[];
  return zeroWarnings(columns, tallies, (index) => negative[candidates.indexOf(index)] === true);
}
