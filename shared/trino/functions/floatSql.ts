export const NAN = "CAST('NaN' AS DOUBLE)";
export const INFINITY = "CAST('Infinity' AS DOUBLE)";

/** Writes a logarithm; returns -Infinity or NaN like Trino in cases where DuckDB raises an error. */
export function logarithm(name: string, x: string): string {
  return `CASE WHEN ${x} > 0 THEN ${name}(${x}) WHEN ${x} = 0 THEN -${INFINITY} WHEN ${x} < 0 THEN ${NAN} END`;
}
