/** xxHash64 (Y. Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), with seed 0. */

const MASK = (1n << 64n) - 1n;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;
/** Size of the blocks that four lanes read, in bytes. */
const BLOCK = 32;

const times = (a: bigint, b: bigint): bigint => (a * b) & MASK;
const rotated = (x: bigint, bits: bigint): bigint => ((x << bits) | (x >> (64n - bits))) & MASK;
const round = (lane: bigint, word: bigint): bigint =>
  times(rotated((lane + times(word, P2)) & MASK, 31n), P1);

/** Returns the hash of bytes as an unsigned number. */
export function xxHash64(data: Buffer): bigint {
  let at = 0;
  let hash = P5;
  if (data.length >= BLOCK) {
    let lanes = [(P1 + P2) & MASK, P2, 0n, MASK + 1n - P1];
    for (; at + BLOCK <= data.length; at += BLOCK)
      lanes = lanes.map((lane, index) => round(lane, data.readBigUInt64LE(at + 8 * index)));
    const [a, b, c, d] = lanes as [bigint, bigint, bigint, bigint];
    hash = (rotated(a, 1n) + rotated(b, 7n) + rotated(c, 12n) + rotated(d, 18n)) & MASK;
    for (const lane of lanes) hash = (times(hash ^ round(0n, lane), P1) + P4) & MASK;
  }
  return finished(data, at, (hash + BigInt(data.length)) & MASK);
}

/** Adds the last bytes, which fill no block, and mixes the bits. */
function finished(data: Buffer, start: number, begun: bigint): bigint {
  let hash = begun;
  let at = start;
  for (; at + 8 <= data.length; at += 8)
    hash = (times(rotated(hash ^ round(0n, data.readBigUInt64LE(at)), 27n), P1) + P4) & MASK;
  if (at + 4 <= data.length) {
    hash = (times(rotated(hash ^ times(BigInt(data.readUInt32LE(at)), P1), 23n), P2) + P3) & MASK;
    at += 4;
  }
  for (; at < data.length; at += 1)
    hash = times(rotated(hash ^ times(BigInt(data[at] as number), P5), 11n), P1);
  hash = times(hash ^ (hash >> 33n), P2);
  hash = times(hash ^ (hash >> 29n), P3);
  return hash ^ (hash >> 32n);
}

/** Returns the hash of bytes; bytes and the hash are hexadecimal digits. */
export function hashDigits(data: string): string {
  return xxHash64(Buffer.from(data, "hex")).toString(16).padStart(16, "0").toUpperCase();
}

/**
 * Returns the hash that Trino's `checksum` uses for a value, as decimal digits. The kind is `bytes` (as hexadecimal digits),
 * `integer`, `double` or `real`.
 */
export function valueHash(kind: string, text: string): string {
  if (kind === "bytes") return xxHash64(Buffer.from(text, "hex")).toString();
  const data = Buffer.alloc(8);
  const number = (): number => Number(text.replace(/^(-?)inf$/, "$1Infinity")) + 0;
  if (kind === "double") data.writeDoubleLE(number());
  else if (kind === "real")
    data.writeBigInt64LE(BigInt(new Int32Array(new Float32Array([number()]).buffer)[0] as number));
  else data.writeBigInt64LE(BigInt(text));
  return xxHash64(data).toString();
}

/** Returns Trino's checksum, as hexadecimal digits, from the sum of the hashes of the values and the number of NULLs. */
export function checksumDigits(sum: string, nulls: string): string {
  const data = Buffer.alloc(8);
  data.writeBigUInt64LE(((BigInt(sum) + BigInt(nulls)) * P1) & MASK);
  return data.toString("hex").toUpperCase();
}
