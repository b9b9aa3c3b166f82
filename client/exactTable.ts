import { type Table, tableFromIPC } from "@uwdata/flechette";

type Data = Table["children"][number]["data"][number];

/** Arrow type ID of integers. */
const INTEGER = 2;

/**
 * Reads an Arrow IPC stream. 64-bit integers are numbers, or all `bigint` if one of them is beyond 2^53, because a
 * number would lose digits.
 */
export function exactTable(stream: Uint8Array | Uint8Array[]): Table {
  const exact = tableFromIPC(stream, { useBigInt: true, useDate: true });
  const isLarge = exact.children.some(({ data }) => data.some(hasLargeInteger));
  return isLarge ? exact : tableFromIPC(stream, { useBigInt: false, useDate: true });
}

/** Returns the rows of a table as objects in which only integers beyond 2^53 are `bigint`. */
export function withNumbers(table: Table): unknown[] {
  const rows: unknown[] = table.toArray();
  const isExact = table.children.some(({ data }) => data.some(hasLargeInteger));
  return isExact ? rows.map(asNumbers) : rows;
}

function hasLargeInteger({ type, values, children = [] }: Data): boolean {
  const isLong = type.typeId === INTEGER && "bitWidth" in type && type.bitWidth === 64;
  if (isLong && (values as BigInt64Array).some((value) => !isSafe(value))) return true;
  return children.some(hasLargeInteger);
}

function isSafe(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}

function asNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return isSafe(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(asNumbers);
  if (value instanceof BigInt64Array) return Array.from(value, asNumbers);
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asNumbers(field)]))
    : value;
}
