import { bindSql } from "./bindSql.ts";

/**
 * Writes the DOUBLE for the shortest decimal text of a REAL, such as 0.1 for REAL '0.1'. From 2^24 on, DuckDB writes a REAL
 * with the digits of its exact value.
 */
export function shortestReal(sql: string): string {
  return bindSql([sql], (x) => {
    const text = (digits: number): string => `format('{:.${digits - 1}e}', CAST(${x} AS DOUBLE))`;
    // A REAL needs at most nine digits and preserves six digits of any string.
    const isWhole = (digits: number): string => `CAST(${text(digits)} AS FLOAT) = ${x}`;
    const cases = [6, 7, 8].map((digits) => `WHEN ${isWhole(digits)} THEN ${text(digits)}`);
    // Java writes two digits for the smallest values.
    return `CAST(CASE WHEN abs(${x}) < 1e-44::DOUBLE THEN ${text(2)} ${cases.join(" ")} ELSE ${text(9)} END AS DOUBLE)`;
  });
}
