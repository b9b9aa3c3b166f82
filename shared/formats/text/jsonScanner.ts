import type { ValueGrammar } from "../valueGrammar.ts";
import type { FastCheck } from "./fastCheck.ts";

/** Fault in a JSON value: its path, its text, and the reason. */
export interface JsonFault {
  reason: string;
  path?: string;
  value?: string;
}

export const QUOTE = 0x22;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_N = 0x6e;
const MAX_DEPTH = 100;
const NUL_REASON = "contains a NUL character, which is not allowed in text; remove it";

/**
 * Scans JSON in UTF-8 bytes without creating values, so that numbers keep all their digits and duplicate keys are
 * detected. Every method advances the position to the end of what it read; after a fault, the position is undefined.
 */
export class JsonScanner {
  private bytes: Buffer = Buffer.alloc(0);
  private end = 0;
  position = 0;

  reset(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /** Returns the first byte after any space; undefined at the end. */
  next(): number | undefined {
    this.space();
    return this.position < this.end ? this.bytes[this.position] : undefined;
  }

  /** Skips one value of any type; returns a fault if it is not JSON. */
  skip(depth = 0): JsonFault | undefined {
    const first = this.next();
    if (depth > MAX_DEPTH) return { reason: `is nested more than ${MAX_DEPTH} levels deep` };
    if (first === QUOTE) return this.string();
    if (first === OPEN_BRACKET) return this.items(CLOSE_BRACKET, () => this.skip(depth + 1));
    if (first === OPEN_BRACE) {
      return this.items(CLOSE_BRACE, () => {
        const key = this.key();
        return typeof key === "string" ? this.skip(depth + 1) : key;
      });
    }
    if (this.word("null") || this.word("true") || this.word("false")) return undefined;
    return this.number() ? undefined : this.notJson();
  }

  /** Scans `{"key": value, …}` or `[…]` and calls `item` before each key or item. A fault returned by `item` ends the scan. */
  items<Fault>(close: number, item: () => Fault | undefined): Fault | JsonFault | undefined {
    this.position++;
    if (this.next() === close) {
      this.position++;
      return undefined;
    }
    for (;;) {
      const fault = item();
      if (fault !== undefined) return fault;
      const next = this.next();
      if (next !== COMMA && next !== close) return this.notJson();
      this.position++;
      if (next === close) return undefined;
    }
  }

  /** Reads a key and its colon. */
  key(): string | JsonFault {
    if (this.next() !== QUOTE) return this.notJson();
    const start = this.position;
    const fault = this.string();
    if (fault !== undefined) return fault;
    const key = this.decoded(start);
    if (this.next() !== COLON) return this.notJson();
    this.position++;
    return key;
  }

  /** Skips the string that starts at the scanner's position. */
  string(): JsonFault | undefined {
    const { bytes, end } = this;
    let at = this.position + 1;
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.position = at + 1;
        return undefined;
      }
      if (byte < 0x20) {
        this.position = at;
        return { reason: "is not JSON: a string contains an unescaped control character" };
      }
      if (byte === BACKSLASH) {
        const length = this.escapeLength(at);
        if (length === 0) {
          this.position = at;
          // NUL is rejected, as in the other formats.
          if (this.unit(at) === 0) return { reason: NUL_REASON };
          return { reason: "is not JSON: a string contains an invalid escape" };
        }
        at += length;
      } else at++;
    }
    this.position = end;
    return { reason: "is not JSON: a string is not closed" };
  }

  /** Returns the decoded string that was skipped, starting at its quote at `start`. */
  decoded(start: number): string {
    const raw = this.bytes.toString("utf8", start, this.position);
    return raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  }

  /** Skips a number; returns false, without advancing, if there is none. */
  number(): boolean {
    const { bytes } = this;
    const first = bytes[this.position] === 0x2d ? this.position + 1 : this.position;
    let at = this.digits(first);
    if (at === first || (bytes[first] === 0x30 && at > first + 1)) return false;
    if (at < this.end && bytes[at] === 0x2e) {
      const fraction = at + 1;
      at = this.digits(fraction);
      if (at === fraction) return false;
    }
    if (at < this.end && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
      const exponent = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? at + 2 : at + 1;
      at = this.digits(exponent);
      if (at === exponent) return false;
    }
    this.position = at;
    return true;
  }

  /** Checks whether the bytes read since `start` are a value in a common notation. */
  fastCheck(start: number, grammar: ValueGrammar): FastCheck {
    return grammar.fastCheck(this.bytes, start, this.position);
  }

  /** Skips the word if it comes next. */
  word(word: string): boolean {
    if (this.position + word.length > this.end) return false;
    for (let index = 0; index < word.length; index++) {
      if (this.bytes[this.position + index] !== word.charCodeAt(index)) return false;
    }
    this.position += word.length;
    return true;
  }

  private notJson(): JsonFault {
    if (this.position >= this.end) return { reason: "is not JSON: it ends too early" };
    const rest = this.bytes.subarray(this.position, Math.min(this.position + 16, this.end)).toString("utf8");
    const hint = /^-?(?:NaN|Infinity)/.test(rest) ? "; write null for a missing value" : "";
    return { reason: `is not JSON at ${JSON.stringify([...rest][0] ?? "")}${hint}` };
  }

  /** Tells whether the text read since `start` is `null` or an empty string. */
  isEmptySince(start: number): boolean {
    return isEmptyJson(this.bytes, start, this.position);
  }

  /** Returns the text read since `start`, truncated to `maxBytes` bytes. */
  since(start: number, maxBytes = Number.POSITIVE_INFINITY): string {
    return this.bytes.toString("utf8", start, Math.min(this.position, this.end, start + maxBytes));
  }

  /**
   * Returns the length of the escape sequence at `at` in bytes, where a surrogate pair counts as one; 0 if it is not a valid
   * character.
   */
  private escapeLength(at: number): number {
    const kind = this.bytes[at + 1] as number;
    if (kind !== LETTER_U)
      return at + 1 < this.end && '"\\/bfnrt'.includes(String.fromCharCode(kind)) ? 2 : 0;
    const unit = this.unit(at);
    if (unit <= 0) return 0;
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    const low = this.unit(at + 6);
    return unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff ? 12 : 0;
  }

  private unit(at: number): number {
    if (at + 6 > this.end || this.bytes[at] !== BACKSLASH || this.bytes[at + 1] !== LETTER_U) return -1;
    const digits = this.bytes.toString("latin1", at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  }

  private digits(at: number): number {
    while (at < this.end && (this.bytes[at] as number) >= 0x30 && (this.bytes[at] as number) <= 0x39) at++;
    return at;
  }

  private space(): void {
    while (this.position < this.end) {
      const byte = this.bytes[this.position];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return;
      this.position++;
    }
  }
}

/** Tells whether a JSON value is `null` or an empty string. */
export function isEmptyJson(bytes: Uint8Array, start: number, end: number): boolean {
  return (end - start === 2 && bytes[start] === QUOTE) || (end - start === 4 && bytes[start] === LETTER_N);
}
