/**
 * Validity bitmap, least significant bit first: DuckDB's 64-bit little-endian words and Arrow's bytes have the same bit
 * order. Null means that all values are present.
 */
export type Bitmap = Uint8Array | null;

export function isSet(bitmap: Uint8Array, index: number): boolean {
  return ((bitmap[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
}

export function setBits(bitmap: Uint8Array, from: number, count: number): void {
  let index = from;
  const end = from + count;
  for (; index < end && (index & 7) !== 0; index++) bitmap[index >> 3]! |= 1 << (index & 7);
  const wholeBytes = (end - index) >> 3;
  if (wholeBytes > 0) {
    bitmap.fill(0xff, index >> 3, (index >> 3) + wholeBytes);
    index += wholeBytes * 8;
  }
  for (; index < end; index++) bitmap[index >> 3]! |= 1 << (index & 7);
}

/** Copies bits into a zeroed target. */
export function copyBits(
  source: Bitmap,
  from: number,
  target: Uint8Array,
  targetFrom: number,
  count: number,
): void {
  if (source === null) {
    setBits(target, targetFrom, count);
    return;
  }
  let done = 0;
  if ((from & 7) === 0 && (targetFrom & 7) === 0) {
    done = count & ~7;
    target.set(source.subarray(from >> 3, (from + done) >> 3), targetFrom >> 3);
  }
  for (; done < count; done++) {
    if (isSet(source, from + done)) {
      const at = targetFrom + done;
      target[at >> 3]! |= 1 << (at & 7);
    }
  }
}

export function countZeros(bitmap: Bitmap, from: number, count: number): number {
  if (bitmap === null) return 0;
  let zeros = 0;
  const end = from + count;
  let index = from;
  for (; index < end && (index & 7) !== 0; index++) if (!isSet(bitmap, index)) zeros++;
  for (; index + 8 <= end; index += 8) {
    const byte = bitmap[index >> 3] ?? 0;
    if (byte !== 0xff) zeros += ZEROS_OF_BYTE[byte] ?? 0;
  }
  for (; index < end; index++) if (!isSet(bitmap, index)) zeros++;
  return zeros;
}

/** Returns the intersection of two bitmaps of `count` values. */
export function intersectBitmaps(first: Bitmap, second: Bitmap, count: number): Bitmap {
  if (first === null) return second;
  if (second === null) return first;
  const both = new Uint8Array((count + 7) >> 3);
  for (let at = 0; at < both.length; at++) both[at] = (first[at] ?? 0) & (second[at] ?? 0);
  return both;
}

const ZEROS_OF_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let zeros = 8;
  for (let rest = byte; rest !== 0; rest >>= 1) zeros -= rest & 1;
  return zeros;
});
