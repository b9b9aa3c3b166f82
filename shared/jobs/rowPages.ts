/** Length of the separator before each row: a comma and a line break, which rows never contain. */
const SEPARATOR_BYTES = 2;
const LINE_END = 10;

/** Returns rows in the engine's output form, each after a separator, as one JSON array. */
export function pageOf(parts: readonly Uint8Array[]): Buffer {
  const [first, ...others] = parts;
  if (!first) return Buffer.from("[]");
  return Buffer.concat([Buffer.from("["), first.subarray(SEPARATOR_BYTES), ...others, Buffer.from("]")]);
}

/** Counts the rows in a part. */
export function rowsIn(part: Uint8Array): number {
  let count = 0;
  for (let at = part.indexOf(LINE_END); at >= 0; at = part.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}
