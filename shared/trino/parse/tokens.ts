import { FOREIGN_CHARACTERS } from "#shared/trino/foreign/foreignSyntax.ts";
import { sqlError } from "#shared/trino/sqlError.ts";

export type TokenKind = "word" | "quoted" | "string" | "number" | "symbol" | "end";

export interface Token {
  kind: TokenKind;
  /** Content of a quoted name or a string without its quotes; the source text of any other token. */
  text: string;
  /** Word or symbol in upper case; empty for any other token. */
  key: string;
  /** Offset of the first character in the query. */
  at: number;
  end: number;
}

/** Maximum length of a name or word, in characters. Tables and columns have at most 128; aliases may be longer. */
const MAX_NAME_CHARACTERS = 1_000;

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d+(?:_\d+)*(?:\.\d*(?:_\d+)*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const STRING = /'((?:[^']|'')*)'/y;
const QUOTED = /"((?:[^"]|"")*)"/y;
const SYMBOL = /->|=>|<>|!=|<=|>=|\|\||[-+*/%=<>(),.;[\]?:]/y;

/** Splits a query into tokens, the last of which is the end. Throws DomainError for text that is not SQL. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // Engines treat it as the end of the query.
  const nul = text.indexOf("\u0000");
  if (nul >= 0) throw sqlError("invalid_sql", "There is a NUL character: write it as chr(0)", text, nul);
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const push = (kind: TokenKind, found: RegExpExecArray, content: string): void => {
    const key = kind === "word" || kind === "symbol" ? content.toUpperCase() : "";
    tokens.push({ kind, text: content, key, at, end: at + found[0].length });
    at += found[0].length;
  };
  while (at < text.length) {
    const skipped = match(SPACE) ?? match(COMMENT);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    // No comment starts here, so none after it is searched for either.
    if (text.startsWith("/*", at)) throw sqlError("invalid_sql", "This comment has no end", text, at);
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

function checkNumber(text: string, at: number, number: string): string {
  if (/^[A-Za-z0-9_]/.test(text.slice(at + number.length))) {
    throw sqlError("invalid_sql", "A name cannot start with a digit: put it in double quotes", text, at);
  }
  return number;
}

function checkName(text: string, at: number, name: string): string {
  if (name === "") throw sqlError("invalid_sql", "A name in double quotes cannot be empty", text, at);
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const most = MAX_NAME_CHARACTERS.toLocaleString("en-US");
  throw sqlError("invalid_sql", `A name can have at most ${most} characters`, text, at);
}

function explainUnreadable(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "'") return "This text has no closing quote";
  if (character === '"') return "This name has no closing double quote";
  const foreign = Object.keys(FOREIGN_CHARACTERS).find((characters) => text.startsWith(characters, at));
  if (foreign !== undefined) return FOREIGN_CHARACTERS[foreign] as string;
  const code = character.codePointAt(0) ?? 0;
  return code < 32 || code === 127
    ? "There is a control character"
    : `The character ${character} is not expected`;
}
