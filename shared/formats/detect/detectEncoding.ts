import { isUtf8 } from "node:buffer";

/** Character encoding of a text file. */
export type DetectedEncoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "UTF-32" | "WINDOWS-1252";

const SAMPLE_BYTES = 4_096;
/** Minimum share of zeros among the bytes at odd or even positions in UTF-16; most characters in tables are ASCII. */
const MIN_ZERO_SHARE = 0.4;

/**
 * Detects the encoding of a text file from its byte order mark or its first bytes. Text that is not UTF-8 is read as
 * WINDOWS-1252, which includes Latin-1.
 */
export function detectEncoding(head: Buffer): DetectedEncoding {
  const mark = head.toString("hex", 0, 4);
  if (mark === "fffe0000" || mark === "0000feff") return "UTF-32";
  if (mark.startsWith("fffe")) return "UTF-16LE";
  if (mark.startsWith("feff")) return "UTF-16BE";
  if (mark.startsWith("efbbbf")) return "UTF-8";
  const zeros = zeroShares(head);
  if (zeros.odd >= MIN_ZERO_SHARE && zeros.even < zeros.odd / 4) return "UTF-16LE";
  if (zeros.even >= MIN_ZERO_SHARE && zeros.odd < zeros.even / 4) return "UTF-16BE";
  return isUtf8(withoutCutCharacter(head)) ? "UTF-8" : "WINDOWS-1252";
}

/** Tells whether text is encoded as UTF-16 in either byte order. */
export function looksLikeUtf16(head: Buffer): boolean {
  return detectEncoding(head.subarray(0, SAMPLE_BYTES)).startsWith("UTF-16");
}

/** Returns the bytes without an incomplete trailing UTF-8 character. */
export function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function zeroShares(head: Buffer): { even: number; odd: number } {
  const length = Math.min(head.length, SAMPLE_BYTES) & ~1;
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  const pairs = Math.max(length / 2, 1);
  return { even: even / pairs, odd: odd / pairs };
}
