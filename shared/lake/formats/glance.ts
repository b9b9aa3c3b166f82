import { AMINO_ACIDS } from "./isSequenceColumn.ts";

/**
 * First looks at the bytes of a cell, which pass the commonest ways to write a value and are unsure of all others. They
 * never pass what the rules of readScalar.ts refuse, nor see a zero where those see none.
 */
export type Glance = "value" | "zero" | "unsure";

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const RESIDUE = new Uint8Array(256);
for (const residue of AMINO_ACIDS) RESIDUE[residue.charCodeAt(0)] = 1;

/** Up to 18 digits with an optional minus: always within INT64. */
export function looksLikeWhole(bytes: Uint8Array, start: number, end: number): Glance {
  let at = start;
  if (bytes[at] === MINUS) at++;
  if (at >= end || end - at > 18) return "unsure";
  let any = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return "unsure";
    any |= digit;
  }
  return any === 0 ? "zero" : "value";
}

/** Digits around at most one point, too few of them to leave the range of FLOAT64. */
export function looksLikeDecimal(bytes: Uint8Array, start: number, end: number): Glance {
  let at = start;
  if (bytes[at] === MINUS) at++;
  if (at >= end || end - at > 40) return "unsure";
  let any = 0;
  let digits = 0;
  let points = 0;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === POINT) {
      if (points++ > 0) return "unsure";
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) return "unsure";
    any |= digit;
    digits++;
  }
  if (digits === 0) return "unsure";
  return any === 0 ? "zero" : "value";
}

export function looksLikeSequence(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (RESIDUE[bytes[at] as number] === 0) return false;
  return true;
}
