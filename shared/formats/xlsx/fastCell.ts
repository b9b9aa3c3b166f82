const SPACE = 0x20;
const QUOTE = 0x22;
const SLASH = 0x2f;
const ZERO = 0x30;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const UPPER_A = 0x41;
const LOWER_C = 0x63;
const LOWER_R = 0x72;
const LOWER_S = 0x73;
const LOWER_T = 0x74;
const LOWER_V = 0x76;
const VALUE_END = "</v></c>";
const INLINE = "<is><t>";
const INLINE_WITH_SPACE = '<is><t xml:space="preserve">';
const INLINE_END = "</t></is></c>";

/** Cell that is being read. */
export interface OpenCell {
  /** Column index, counted from 0. */
  column: number;
  /** Row number in its reference; -1 if it has none. */
  row: number;
  type: string;
  style: number;
  /** Content of its value (`v`), with entities. */
  raw: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/**
 * Reads a whole cell in the notation that most programs use, such as `<c r="B2" s="1" t="s"><v>7</v></c>`, into `cell`.
 * Returns the position after it; -1 if the cell is written differently or is incomplete in `text`, in which case `cell` keeps
 * its previous column. Agrees with the general parser on everything it reads.
 */
export function readFastCell(text: string, start: number, cell: OpenCell): number {
  if (text.charCodeAt(start + 1) !== LOWER_C) return -1;
  let at = start + 2;
  let column = cell.column + 1;
  let row = -1;
  let style = -1;
  let type = "";
  while (text.charCodeAt(at) === SPACE) {
    if (text.charCodeAt(at + 2) !== EQUALS || text.charCodeAt(at + 3) !== QUOTE) return -1;
    const name = text.charCodeAt(at + 1);
    const from = at + 4;
    if (name === LOWER_R) {
      at = from;
      column = -1;
      for (let letter = upperLetter(text, at); letter >= 0; letter = upperLetter(text, ++at))
        column = 26 * (column + 1) + letter;
      const digits = at;
      for (row = 0; isDigit(text.charCodeAt(at)); at++) row = 10 * row + text.charCodeAt(at) - ZERO;
      if (digits === from || digits > from + 3 || at === digits) return -1;
    } else if (name === LOWER_S) {
      style = 0;
      for (at = from; isDigit(text.charCodeAt(at)); at++) style = 10 * style + text.charCodeAt(at) - ZERO;
      if (at === from || at > from + 9) return -1;
    } else if (name === LOWER_T) {
      at = text.indexOf('"', from);
      if (at < 0 || at > from + 9) return -1;
      type = text.slice(from, at);
    } else return -1;
    if (text.charCodeAt(at) !== QUOTE) return -1;
    at++;
  }
  let raw = "";
  let hasValue = false;
  if (text.charCodeAt(at) === SLASH && text.charCodeAt(at + 1) === GREATER_THAN) at += 2;
  else if (text.charCodeAt(at) !== GREATER_THAN) return -1;
  else {
    const isInline = type === "inlineStr";
    const content = isInline ? inlineStart(text, at + 1) : valueStart(text, at + 1);
    if (content < 0) return -1;
    const end = text.indexOf("<", content);
    const endTags = isInline ? INLINE_END : VALUE_END;
    if (end < 0 || !text.startsWith(endTags, end)) return -1;
    raw = text.slice(content, end);
    at = end + endTags.length;
    hasValue = true;
  }
  cell.column = column;
  cell.row = row;
  cell.style = style;
  cell.type = type;
  cell.raw = raw;
  cell.hasValue = hasValue;
  cell.hasFormula = false;
  return at;
}

/** Returns the position of a value after `<v>`; -1 if `<v>` is missing. */
function valueStart(text: string, at: number): number {
  const isValue =
    text.charCodeAt(at) === LESS_THAN &&
    text.charCodeAt(at + 1) === LOWER_V &&
    text.charCodeAt(at + 2) === GREATER_THAN;
  return isValue ? at + 3 : -1;
}

/** Returns the position of the text of an inline string. */
function inlineStart(text: string, at: number): number {
  if (text.startsWith(INLINE, at)) return at + INLINE.length;
  return text.startsWith(INLINE_WITH_SPACE, at) ? at + INLINE_WITH_SPACE.length : -1;
}

/** Returns the alphabet index of a capital letter; -1 for any other character. */
function upperLetter(text: string, at: number): number {
  const index = text.charCodeAt(at) - UPPER_A;
  return index >= 0 && index < 26 ? index : -1;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}
