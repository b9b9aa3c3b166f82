/** Characters for the bytes 0x80 to 0x9f in WINDOWS-1252 (WHATWG); all others are as in Latin-1. */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";
const C1 = /[\x80-\x9f]/g;

export type DecodedEncoding = "UTF-16LE" | "UTF-16BE" | "WINDOWS-1252";

/** Converts complete text to UTF-8. Drops an incomplete trailing character. */
export function decodeText(bytes: Buffer, encoding: DecodedEncoding): Buffer {
  return new TextDecoding(encoding).decode(bytes, false);
}

/** Error for text that is not in its stated encoding. */
export class NotInEncoding extends Error {
  override readonly name = "NotInEncoding";
}

/** Converter of text to UTF-8 that processes the bytes in chunks. */
export class TextDecoding {
  private readonly encoding: DecodedEncoding;
  private rest: Buffer = Buffer.alloc(0);

  constructor(encoding: DecodedEncoding) {
    this.encoding = encoding;
  }

  /** Converts a chunk; an incomplete trailing character is kept for the next chunk. Throws NotInEncoding. */
  decode(chunk: Buffer, final: boolean): Buffer {
    if (this.encoding === "WINDOWS-1252") {
      const text = chunk.toString("latin1").replace(C1, (character) => {
        return WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80);
      });
      return Buffer.from(text, "utf8");
    }
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const complete = completeUnits(bytes, this.encoding);
    this.rest = Buffer.from(bytes.subarray(complete));
    if (final && this.rest.length > 0) throw new NotInEncoding("its last character is incomplete");
    const units = Buffer.from(bytes.subarray(0, complete));
    const text = (this.encoding === "UTF-16BE" ? units.swap16() : units).toString("utf16le");
    if (!text.isWellFormed()) throw new NotInEncoding("it contains an unpaired surrogate");
    return Buffer.from(text, "utf8");
  }
}

/** Returns the number of bytes before an incomplete trailing character. */
function completeUnits(bytes: Buffer, encoding: DecodedEncoding): number {
  const even = bytes.length & ~1;
  if (even < 2) return even;
  const last = encoding === "UTF-16BE" ? bytes.readUInt16BE(even - 2) : bytes.readUInt16LE(even - 2);
  return last >= 0xd800 && last <= 0xdbff ? even - 2 : even;
}
