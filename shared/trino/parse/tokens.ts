import { FOREIGN_CHARACTERS } from "../foreign/foreignSyntax.ts";
import { sqlError } from "../sqlError.ts";

export type TokenKind = "word" | "quoted" | "string" | "number" | "symbol" | "end";

export interface Token {
  kind: TokenKind;
  /** Unquoted content of a quoted name or string; the source text of any other token. */
  text: string;
  /** Word or symbol in uppercase; empty for any other token. */
  key: string;
  /** Offset of the first character in the query. */
  at: number;
  end: number;
}

/** Maximum length of a name or word, in characters. Table and column names have at most 128; aliases may be longer. */
const MAX_NAME_CHARACTERS = 1_000;

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d+(?:_\d+)*(?:\.\d*(?:_\d+)*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const STRING = /'((?:[^']|'')*)'/y;
/** String with Unicode escapes, and its escape character. */
const ESCAPED = /[uU]&'((?:[^']|'')*)'(?:\s+[uU][eE][sS][cC][aA][pP][eE]\s+'([^'])')?/y;
const QUOTED = /"((?:[^"]|"")*)"/y;
const SYMBOL = /->|=>|<>|!=|<=|>=|\|\||[-+*/%=<>(),.;[\]?:]/y;

/** Splits a query into tokens, ending with an end token. Throws DomainError for text that is not SQL. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // Engines treat this character as the end of the query.
  const nul = text.indexOf("\u0000");
  if (nul >= 0)
    throw sqlError("invalid_sql", "The query contains a NUL character: write it as chr(0)", text, nul);
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const push = (kind: TokenKind, match: RegExpExecArray, content: string): void => {
    const key = kind === "word" || kind === "symbol" ? content.toUpperCase() : "";
    tokens.push({ kind, text: content, key, at, end: at + match[0].length });
    at += match[0].length;
  };
  while (at < text.length) {
    const skipped = match(SPACE) ?? match(COMMENT);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    // A comment that is closed would have been skipped above.
    if (text.startsWith("/*", at)) throw sqlError("invalid_sql", "This comment is not closed", text, at);
    const escaped = match(ESCAPED);
    if (escaped) {
      push("string", escaped, unescaped(text, at, escaped));
      continue;
    }
    const word = match(WORD);
    const number = word ? null : match(NUMBER);
    const string = match(STRING);
    const quoted = match(QUOTED);
    const symbol = match(SYMBOL);
    if (word) push("word", word, checkName(text, at, word[0]));
    else if (number) push("number", number, checkNumber(text, at, number[0]));
    else if (string) push("string", string, (string[1] ?? "").replaceAll("''", "'"));
    else if (quoted) push("quoted", quoted, checkName(text, at, (quoted[1] ?? "").replaceAll('""', '"')));
    else if (symbol) push("symbol", symbol, symbol[0]);
    else throw sqlError("invalid_sql", explainUnreadable(text, at), text, at);
  }
  tokens.push({ kind: "end", text: "", key: "", at: text.length, end: text.length });
  return tokens;
}

/** Returns the content of `U&'…'`. Throws for characters that do not exist. */
function unescaped(text: string, at: number, [, content = "", mark = "\\"]: RegExpExecArray): string {
  const fail = (sentence: string): never => {
    throw sqlError("invalid_sql", sentence, text, at);
  };
  if (/[0-9a-fA-F+"]|[^\x21-\x7e]/.test(mark)) fail(`The character after UESCAPE cannot be ${mark}`);
  const characters = content.replaceAll("''", "'");
  let read = "";
  for (let from = 0; from < characters.length; ) {
    const next = characters.indexOf(mark, from);
    if (next < 0) return read + characters.slice(from);
    read += characters.slice(from, next);
    const rest = characters.slice(next + mark.length);
    const [, long, short] = /^(?:\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4}))/.exec(rest) ?? [];
    const code = Number.parseInt(long ?? short ?? "", 16);
    const isDoubled = rest.startsWith(mark);
    if (isDoubled) read += mark;
    else if (Number.isNaN(code))
      fail(`${mark} must be followed by a code point, such as ${mark}00e9 or ${mark}+01f600`);
    else if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
      fail(`There is no character ${mark}${long === undefined ? short : `+${long}`}`);
    else read += String.fromCodePoint(code);
    from = next + mark.length + (isDoubled ? mark.length : long === undefined ? 4 : 7);
  }
  return read;
}

function checkNumber(text: string, at: number, number: string): string {
  if (/^[A-Za-z0-9_]/.test(text.slice(at + number.length))) {
    throw sqlError("invalid_sql", "A name cannot start with a digit: put it in double quotes", text, at);
  }
  return number;
}

function checkName(text: string, at: number, name: string): string {
  if (name === "") throw sqlError("invalid_sql", "A name in double quotes cannot be empty", text, at);
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const maximum = MAX_NAME_CHARACTERS.toLocaleString("en-US");
  throw sqlError("invalid_sql", `A name can have at most ${maximum} characters`, text, at);
}

function explainUnreadable(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "'") return "This string has no closing quote";
  if (character === '"') return "This name has no closing double quote";
  const foreign = Object.keys(FOREIGN_CHARACTERS).find((characters) => text.startsWith(characters, at));
  if (foreign !== undefined) return FOREIGN_CHARACTERS[foreign] as string;
  const code = character.codePointAt(0) ?? 0;
  return code < 32 || code === 127
    ? "A control character is not allowed"
    : `Unexpected character ${character}`;
}
