/** Writes values in DER, the encoding used for certificates. */

const TAGS = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

function value(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => value(TAGS.sequence, ...parts);
export const set = (...parts: Uint8Array[]): Buffer => value(TAGS.set, ...parts);
export const utf8 = (text: string): Buffer => value(TAGS.utf8, Buffer.from(text));
export const octets = (content: Uint8Array): Buffer => value(TAGS.octetString, content);
export const bits = (content: Uint8Array, unusedBits = 0): Buffer =>
  value(TAGS.bitString, Buffer.from([unusedBits]), content);
export const TRUE = Buffer.from([0x01, 0x01, 0xff]);

/** Returns a positive integer, given its bytes; the first bit must not be set. */
export const integer = (bytes: Uint8Array): Buffer => value(TAGS.integer, bytes);

/** Returns an explicit or implicit context-specific tag, such as `[3]`. */
export const tagged = (number: number, content: Uint8Array, isConstructed: boolean): Buffer =>
  value(0x80 + number + (isConstructed ? 0x20 : 0), content);

/** Returns a time; supports years up to 2049. */
export function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return value(TAGS.utcTime, Buffer.from(`${digits}Z`));
}

/** Returns an object identifier such as `2.5.4.3`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  const bytes = others.flatMap((number) => {
    const digits = [number & 0x7f];
    for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  });
  return value(TAGS.objectId, Buffer.from([40 * first + second, ...bytes]));
}
