import { Refusal } from "../sqlError.ts";
import { bindLong, bindSql } from "./bindSql.ts";
import { duckdbType, type Type } from "./type.ts";

/**
 * Limit, in units of the last decimal place. Below it, the product of a value and a power of ten is within 1/128 of a unit of
 * its shortest text: both differ by at most three roundings of 2^-53.
 */
const MAX_EXACT_UNITS = 8e12;
/** Distance from a half, in units of the last place, beyond which a value and its text round to the same result. */
const SAFE_DISTANCE = 1 / 128;

/**
 * Writes a DOUBLE as a decimal. Trino rounds the shortest decimal text half up, so 1.005 becomes 1.01; DuckDB rounds the
 * binary value. Parsing the text is 20 times as slow, so only values near a half and large values are parsed.
 */
export function decimalSql(sql: string, to: Type): string {
  const { scale = 0 } = to;
  if (scale === 38) throw new Refusal("A DOUBLE cannot be cast to DECIMAL(38, 38) here: use DECIMAL(38, 37)");
  const type = duckdbType(to);
  const wide = duckdbType({ ...to, size: sizeToRead(to) });
  const isCostly = /\bSELECT |random\(/.test(sql);
  return (isCostly ? bindSql : bindLong)([sql], (x) => {
    const units = `abs(${x}) * 1e${scale}::DOUBLE`;
    const isSafe = `${units} < ${MAX_EXACT_UNITS} AND abs(${units} - floor(${units}) - 0.5::DOUBLE) > ${SAFE_DISTANCE}::DOUBLE`;
    const read = `CAST(CAST(${x} AS VARCHAR) AS ${wide})`;
    // DuckDB does not check the range of text with an exponent.
    const isOut = `abs(${x}) >= 1e${(to.size ?? 38) - scale}::DOUBLE`;
    return `CASE WHEN ${isSafe} OR ${isOut} THEN CAST(${x} AS ${type}) ELSE ${wide === type ? read : `CAST(${read} AS ${type})`} END`;
  });
}

/**
 * Returns the number of decimal digits to use when parsing a string: DuckDB accepts an exponent only if there is a digit
 * before the decimal point.
 */
export function sizeToRead({ size = 38, scale = 0 }: Type): number {
  return size > scale ? size : Math.min(38, size + 1);
}
