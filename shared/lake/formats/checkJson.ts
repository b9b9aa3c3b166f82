import type { Column, ItemType } from "#shared/domain/column.ts";
import { isSequenceColumn } from "./isSequenceColumn.ts";
import { itemOf } from "./itemOf.ts";
import {
  MISSING_REASON,
  readDate,
  readDecimal,
  readSequence,
  readTimestamp,
  readWhole,
} from "./readScalar.ts";

/** What stands against a JSON value: where inside it, its text, and why it cannot be of its type. */
export interface JsonFault {
  reason: string;
  path?: string;
  value?: string;
}

type Typed = ItemType & { name?: string };
export type JsonReading = "value" | "zero" | "missing" | JsonFault;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LETTER_U = 0x75;
const DEPTH_AT_MOST = 100;

/** One JSON text as a whole value of the type, as a cell of a nested column holds it. */
export function checkJson(bytes: Buffer, start: number, end: number, type: Typed): JsonReading {
  const checker = new JsonChecker();
  checker.reset(bytes, start, end);
  const reading = checker.value(type, "");
  if (typeof reading === "object") return reading;
  return checker.atEnd() ? reading : { reason: "is not JSON: something follows its end" };
}

/**
 * Walks JSON in UTF-8 bytes against a type without building values: numbers keep all their digits, and keys that stand
 * twice are seen. Every method leaves the position behind what it read, or anywhere after a fault.
 */
export class JsonChecker {
  private bytes: Buffer = Buffer.alloc(0);
  private end = 0;
  position = 0;

  reset(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  atEnd(): boolean {
    this.space();
    return this.position >= this.end;
  }

  /** Reads one value of the type. `path` says where it is inside its column, as `.field[3]`. */
  value(type: Typed, path: string): JsonReading {
    this.space();
    const start = this.position;
    const first = this.bytes[start];
    if (first === 0x6e && this.word("null")) return "missing";
    switch (type.type) {
      case "BOOL":
        if (this.word("true") || this.word("false")) return "value";
        return this.wrong(start, path, "is neither true nor false");
      case "INT64":
      case "FLOAT64":
        return this.numberOf(type, start, path);
      case "ARRAY":
        return first === OPEN_BRACKET ? this.array(type, path) : this.wrong(start, path, "is not a list");
      case "STRUCT":
        return first === OPEN_BRACE ? this.struct(type, path) : this.wrong(start, path, "is not an object");
      default:
        return first === QUOTE ? this.text(type, start, path) : this.wrong(start, path, notText(type));
    }
  }

  /** Passes over one value of any type; a fault if it is not JSON. */
  skip(depth = 0): JsonFault | undefined {
    this.space();
    const first = this.bytes[this.position];
    if (depth > DEPTH_AT_MOST) return { reason: `is nested more than ${DEPTH_AT_MOST} levels deep` };
    if (first === QUOTE) return this.string();
    if (first === OPEN_BRACKET) return this.items(CLOSE_BRACKET, () => this.skip(depth + 1));
    if (first === OPEN_BRACE) {
      return this.items(CLOSE_BRACE, () => {
        const key = this.key();
        return typeof key === "string" ? this.skip(depth + 1) : key;
      });
    }
    if (this.word("null") || this.word("true") || this.word("false")) return undefined;
    return this.number() === "none" ? this.notJson() : undefined;
  }

  /** `{"key": value, …}` or `[…]`: calls `item` before each key or item. A fault of `item` ends the walk. */
  items<Fault>(close: number, item: () => Fault | undefined): Fault | JsonFault | undefined {
    this.position++;
    this.space();
    if (this.bytes[this.position] === close && this.position < this.end) {
      this.position++;
      return undefined;
    }
    for (;;) {
      this.space();
      const fault = item();
      if (fault !== undefined) return fault;
      this.space();
      const next = this.position < this.end ? this.bytes[this.position] : undefined;
      if (next !== COMMA && next !== close) return this.notJson();
      this.position++;
      if (next === close) return undefined;
    }
  }

  /** A key and its colon. */
  key(): string | JsonFault {
    this.space();
    const start = this.position;
    if (this.bytes[start] !== QUOTE || start >= this.end) return this.notJson();
    const fault = this.string();
    if (fault !== undefined) return fault;
    const key = this.decoded(start);
    this.space();
    if (this.bytes[this.position] !== 0x3a || this.position >= this.end) return this.notJson();
    this.position++;
    return key;
  }

  notJson(): JsonFault {
    if (this.position >= this.end) return { reason: "is not JSON: it ends too early" };
    const rest = this.bytes.subarray(this.position, Math.min(this.position + 16, this.end)).toString("utf8");
    const hint = /^-?(?:NaN|Infinity)/.test(rest) ? "; write null where a value is missing" : "";
    return { reason: `is not JSON at ${JSON.stringify([...rest][0] ?? "")}${hint}` };
  }

  /** The text of what was read since `start`. */
  since(start: number): string {
    return this.bytes.toString("utf8", start, Math.min(this.position, this.end, start + 1_000));
  }

  private array(type: Typed, path: string): JsonReading {
    const item = itemOf(type);
    let index = 0;
    const fault = this.items(CLOSE_BRACKET, () => this.inner(item, `${path}[${index++}]`));
    return fault ?? "value";
  }

  private struct(type: Typed, path: string): JsonReading {
    const fields = type.columns ?? [];
    const seen = new Set<string>();
    const fault = this.items(CLOSE_BRACE, () => {
      const key = this.key();
      if (typeof key !== "string") return key;
      const field = fields.find(({ name }) => name === key);
      if (field === undefined)
        return { path, reason: `has the field "${key}", which the column does not have` };
      if (seen.has(key)) return { path, reason: `has the field "${key}" twice` };
      seen.add(key);
      return this.inner(field, `${path}.${key}`);
    });
    return fault ?? this.lacking(fields, seen, path) ?? "value";
  }

  private lacking(fields: readonly Column[], seen: ReadonlySet<string>, path: string): JsonFault | undefined {
    const field = fields.find(({ name, nullable }) => !nullable && !seen.has(name));
    return field && { path: `${path}.${field.name}`, reason: MISSING_REASON };
  }

  private inner(type: Typed, path: string): JsonFault | undefined {
    const reading = this.value(type, path);
    if (typeof reading === "object") return reading;
    return reading === "missing" && !type.nullable ? { path, reason: MISSING_REASON } : undefined;
  }

  private numberOf(type: Typed, start: number, path: string): JsonReading {
    const kind = this.number();
    if (kind === "none") return this.wrong(start, path, "is not a number");
    const whole = kind === "zero" || kind === "whole";
    const length = this.position - start;
    if (whole && length <= 18) return kind === "zero" ? "zero" : "value";
    if (type.type === "FLOAT64" && kind === "decimal" && length <= 40) return "value";
    const text = this.bytes.toString("latin1", start, this.position);
    const reading = type.type === "INT64" ? readWhole(text) : readDecimal(text);
    return typeof reading === "object" ? { path, value: text, reason: reading.reason } : reading;
  }

  private text(type: Typed, start: number, path: string): JsonReading {
    const fault = this.string();
    if (fault !== undefined) return { path, value: this.since(start), reason: fault.reason };
    if (type.type === "STRING" && !isSequenceColumn(type)) return "value";
    const text = this.decoded(start);
    const read = type.type === "STRING" ? readSequence : type.type === "DATE" ? readDate : readTimestamp;
    const reading = read(text);
    return typeof reading === "object" ? { path, value: text, reason: reading.reason } : reading;
  }

  /** The value is of another type: a fault that shows it, or one that says it is no JSON at all. */
  private wrong(start: number, path: string, reason: string): JsonFault {
    this.position = start;
    const broken = this.skip();
    if (broken !== undefined) return { path, ...broken };
    return { path, value: this.since(start), reason };
  }

  private string(): JsonFault | undefined {
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
        return { reason: "is not JSON: a text holds a control character that is not escaped" };
      }
      if (byte === BACKSLASH) {
        const length = this.escapeLength(at);
        if (length === 0) {
          this.position = at;
          return { reason: "is not JSON: a text holds an escape that does not exist" };
        }
        at += length;
      } else at++;
    }
    this.position = end;
    return { reason: "is not JSON: a text is not closed" };
  }

  /** Bytes of the escape at `at`, a surrogate pair counting as one; 0 if there is no such character. */
  private escapeLength(at: number): number {
    const kind = this.bytes[at + 1] as number;
    if (kind !== LETTER_U)
      return at + 1 < this.end && '"\\/bfnrt'.includes(String.fromCharCode(kind)) ? 2 : 0;
    const unit = this.unit(at);
    if (unit <= 0) return 0; // NUL is refused as in the other formats
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    const low = this.unit(at + 6);
    return unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff ? 12 : 0;
  }

  private unit(at: number): number {
    if (at + 6 > this.end || this.bytes[at] !== BACKSLASH || this.bytes[at + 1] !== LETTER_U) return -1;
    const digits = this.bytes.toString("latin1", at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  }

  private decoded(start: number): string {
    const raw = this.bytes.toString("utf8", start, this.position);
    return raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  }

  private number(): "none" | "zero" | "whole" | "decimal" | "exponent" {
    const { bytes, end } = this;
    let at = this.position;
    if (bytes[at] === 0x2d) at++;
    const whole = this.digits(at);
    if (whole === at || (bytes[at] === 0x30 && whole > at + 1)) return "none";
    let kind: "zero" | "whole" | "decimal" | "exponent" = bytes[at] === 0x30 ? "zero" : "whole";
    at = whole;
    if (at < end && bytes[at] === 0x2e) {
      const fraction = this.digits(at + 1);
      if (fraction === at + 1) return "none";
      const nothing = kind === "zero" && /^0*$/.test(bytes.toString("latin1", at + 1, fraction));
      kind = nothing ? "exponent" : "decimal";
      at = fraction;
    }
    if (at < end && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
      const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? 1 : 0;
      const exponent = this.digits(at + 1 + sign);
      if (exponent === at + 1 + sign) return "none";
      kind = "exponent";
      at = exponent;
    }
    this.position = at;
    return kind;
  }

  private digits(at: number): number {
    while (at < this.end && (this.bytes[at] as number) >= 0x30 && (this.bytes[at] as number) <= 0x39) at++;
    return at;
  }

  private word(word: string): boolean {
    if (this.position + word.length > this.end) return false;
    for (let index = 0; index < word.length; index++) {
      if (this.bytes[this.position + index] !== word.charCodeAt(index)) return false;
    }
    this.position += word.length;
    return true;
  }

  private space(): void {
    while (this.position < this.end) {
      const byte = this.bytes[this.position];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return;
      this.position++;
    }
  }
}

function notText(type: Typed): string {
  if (type.type === "DATE") return 'is not a date as a text of the form "YYYY-MM-DD"';
  return type.type === "TIMESTAMP" ? "is not a time as a text in ISO 8601" : "is not a text";
}
