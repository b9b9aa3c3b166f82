import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { Refusal } from "../sqlError.ts";

/**
 * Functions on bytes that the engine lacks, as registered functions: bytes are passed as hexadecimal text, numbers as decimal
 * text.
 */

/** Returns the hash of bytes in hexadecimal digits. */
export function hashOf(algorithm: string, data: string): string {
  return createHash(algorithm).update(data, "hex").digest("hex");
}

/** Returns the keyed hash (HMAC, RFC 2104) of bytes in hexadecimal digits. */
export function keyedHash(algorithm: string, data: string, key: string): string {
  return createHmac(algorithm, Buffer.from(key, "hex")).update(data, "hex").digest("hex");
}

/** Returns the CRC-32 checksum of bytes. */
export function checksum(data: string): number {
  return crc32(Buffer.from(data, "hex"));
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns bytes in Base32 (RFC 4648, with padding). */
export function toBase32(data: string): string {
  let code = "";
  let bits = 0;
  let value = 0;
  for (const byte of Buffer.from(data, "hex")) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) code += DIGITS[(value >> (bits - 5)) & 31];
  }
  if (bits > 0) code += DIGITS[(value << (5 - bits)) & 31];
  return code.padEnd(Math.ceil(code.length / 8) * 8, "=");
}

/** Returns the bytes of Base32 text in hexadecimal digits. */
export function fromBase32(text: string): string {
  const digits = text.replace(/=+$/, "");
  const isWhole = [0, 2, 4, 5, 7].includes(digits.length % 8);
  if (!isWhole || !/^[A-Z2-7]*$/.test(digits)) throw new Refusal("The string is not Base32");
  const bytes = Buffer.alloc(Math.floor((digits.length * 5) / 8));
  let bits = 0;
  let value = 0;
  let at = 0;
  for (const digit of digits) {
    value = ((value << 5) | DIGITS.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (value >> bits) & 255;
    at += 1;
  }
  return bytes.toString("hex");
}

/**
 * Returns the IEEE 754 bytes of a number, most significant first, in hexadecimal digits. `number` is text as written by the
 * engine.
 */
export function floatBytes(number: string, bits: number): string {
  const bytes = Buffer.alloc(bits / 8);
  const value = Number(number.replace("inf", "Infinity"));
  if (bits === 32) bytes.writeFloatBE(value);
  else bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}

/** Returns the number with the given IEEE 754 bytes as text that the engine converts exactly. */
export function floatOf(data: string, bits: number): string {
  const bytes = Buffer.from(data, "hex");
  if (bytes.length !== bits / 8) throw new Refusal(`A number of ${bits} bits consists of ${bits / 8} bytes`);
  return numberText(bits === 32 ? bytes.readFloatBE() : bytes.readDoubleBE());
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** Returns the number of bytes in a size such as `2.3MB`, rounded down, as text. */
export function dataSize(text: string): string {
  const [, whole, places = "", unit = ""] = /^(\d+)(?:\.(\d*))?([A-Za-z]+)$/.exec(text) ?? [];
  const power = UNITS.indexOf(unit);
  if (whole === undefined || power < 0)
    throw new Refusal("The string is not a data size. Write a number with a unit, such as 2.3MB");
  const bytes = (BigInt(whole + places) * 1024n ** BigInt(power)) / 10n ** BigInt(places.length);
  if (bytes >= 10n ** 38n) throw new Refusal("The data size is too large");
  return `${bytes}`;
}
