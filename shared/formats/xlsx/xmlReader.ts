import { isAscii } from "node:buffer";
import { withoutCutCharacter } from "../detect/detectEncoding.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";

/** Callbacks for the content of an XML document, in document order. Names have no prefix. */
export interface XmlHandler {
  /** Called for a start tag. `attributes` is the text between the name and the end of the tag, for `readAttributes`. */
  open: (name: string, attributes: string) => void;
  close: (name: string) => void;
  /** Called for a piece of text; `decodeEntities` replaces its entities once it is complete. */
  text: (piece: string) => void;
  /**
   * Called before a tag at `at` is parsed. May process whole elements in a faster way: returns the position after them, or -1
   * to have the tag parsed normally. It must process as many end tags as start tags.
   */
  fast?: (text: string, at: number) => number;
}

/** Maximum length of a tag with its attributes, in characters. Tags in workbooks have a few hundred. */
const MAX_TAG_CHARACTERS = 65_536;
const CDATA = "<![CDATA[";
const LESS_THAN = 0x3c;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const EXCLAMATION_MARK = 0x21;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses XML in chunks, in linear time and with only one tag in memory. Throws UnreadableXlsx for invalid XML, longer tags,
 * and document type declarations, which the format forbids.
 */
export class XmlReader {
  private readonly handler: XmlHandler;
  /** Bytes of an incomplete token. */
  private rest: Buffer = Buffer.alloc(0);
  private isBegun = false;
  /** End marker of the comment or instruction that is being skipped. */
  private until = "";
  private inCdata = false;
  private open = 0;

  constructor(handler: XmlHandler) {
    this.handler = handler;
  }

  push(bytes: Uint8Array): void {
    const all = Buffer.concat([this.rest, bytes]);
    const whole = withoutCutCharacter(all);
    const isOneByte = isAscii(whole);
    // One contiguous string: concatenated strings are slow to read character by character.
    const text = this.withoutMark(whole.toString(isOneByte ? "latin1" : "utf8"));
    let at = 0;
    while (at < text.length) {
      const next = this.step(text, at);
      if (next < 0) break;
      at = next;
    }
    const left = text.length - at;
    if (left > MAX_TAG_CHARACTERS) throw tooLong();
    const rest = isOneByte ? whole.subarray(whole.length - left) : Buffer.from(text.slice(at));
    this.rest = Buffer.concat([rest, all.subarray(whole.length)]);
  }

  /** Removes a byte order mark at the start of a document. */
  private withoutMark(text: string): string {
    if (this.isBegun || text === "") return text;
    this.isBegun = true;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  }

  end(): void {
    if (this.rest.length > 0 || this.until !== "" || this.inCdata || this.open !== 0)
      throw new UnreadableXlsx("the file cannot be read as XLSX: its XML is cut off");
  }

  /** Processes one token. Returns the next position, or -1 if the token is incomplete. */
  private step(text: string, at: number): number {
    if (this.inCdata) return this.stepCdata(text, at);
    if (this.until !== "") return this.stepOver(text, at);
    if (text.charCodeAt(at) !== LESS_THAN) {
      const end = text.indexOf("<", at);
      this.handler.text(end < 0 ? text.slice(at) : text.slice(at, end));
      return end < 0 ? text.length : end;
    }
    const fast = this.handler.fast?.(text, at) ?? -1;
    if (fast >= 0) return fast;
    const second = text.charCodeAt(at + 1);
    if (second === QUESTION_MARK) return this.passOver("?>", at + 2);
    if (second === EXCLAMATION_MARK) return this.stepDeclaration(text, at);
    const end = endOfTag(text, at + 1);
    if (end < 0) return -1;
    if (end - at > MAX_TAG_CHARACTERS) throw tooLong();
    this.tag(text, at + 1, end);
    return end + 1;
  }

  private stepDeclaration(text: string, at: number): number {
    if (text.startsWith("<!--", at)) return this.passOver("-->", at + 4);
    if (text.startsWith(CDATA, at)) {
      this.inCdata = true;
      return at + CDATA.length;
    }
    if (text.length - at < CDATA.length) return -1;
    throw new UnreadableXlsx("the file cannot be read as XLSX: its XML has a document type");
  }

  private passOver(until: string, at: number): number {
    this.until = until;
    return at;
  }

  private stepOver(text: string, at: number): number {
    const end = text.indexOf(this.until, at);
    // The last characters may be the start of the end marker.
    if (end < 0) return text.length - at < this.until.length ? -1 : text.length - this.until.length + 1;
    const next = end + this.until.length;
    this.until = "";
    return next;
  }

  private stepCdata(text: string, at: number): number {
    const end = text.indexOf("]]>", at);
    const until = end < 0 ? text.length - 2 : end;
    if (until > at) this.handler.text(text.slice(at, until).replaceAll("&", "&amp;"));
    if (end < 0) return until > at ? until : -1;
    this.inCdata = false;
    return end + 3;
  }

  private tag(text: string, start: number, end: number): void {
    if (text.charCodeAt(start) === SLASH) {
      this.close(localName(text.slice(start + 1, end).trim()));
      return;
    }
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const until = isEmpty ? end - 1 : end;
    let space = start;
    while (space < until && !isSpace(text.charCodeAt(space))) space++;
    const name = localName(text.slice(start, space));
    this.open++;
    this.handler.open(name, text.slice(space, until));
    if (isEmpty) this.close(name);
  }

  private close(name: string): void {
    this.open--;
    this.handler.close(name);
  }
}

/** Parses the attributes of a tag; attribute names keep their prefix. */
export function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = text.indexOf("=", at);
    if (equals < 0) return attributes;
    let start = equals + 1;
    while (start < text.length && text.charCodeAt(start) <= 0x20) start++;
    const quote = text.charCodeAt(start);
    if (quote !== QUOTE && quote !== APOSTROPHE) return attributes;
    const end = text.indexOf(quote === QUOTE ? '"' : "'", start + 1);
    if (end < 0) return attributes;
    attributes.set(text.slice(at, equals).trim(), decodeEntities(text.slice(start + 1, end)));
    at = end + 1;
  }
}

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,10})|([a-z]{2,4}));/g,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}

/** Finds the end of a tag; a `>` may occur in a quoted attribute. */
function endOfTag(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER_THAN) return at;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

function tooLong(): UnreadableXlsx {
  const maximum = MAX_TAG_CHARACTERS.toLocaleString("en-US");
  return new UnreadableXlsx(
    `the file cannot be read as XLSX: its XML has a tag of more than ${maximum} characters`,
  );
}
