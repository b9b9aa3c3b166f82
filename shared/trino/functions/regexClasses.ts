import { invalid, type Reader, unavailable } from "./regexReader.ts";

export const WHITE = "\\t\\n\\v\\f\\r ";
const POSIX: Record<string, string> = { punct: "\\p{P}" };
/** ASCII classes in JavaScript syntax, by POSIX name. */
const ASCII: Record<string, string> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  ascii: "\\x00-\\x7f",
  upper: "A-Z",
  lower: "a-z",
  space: "\\t-\\r ",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  graph: "!-~",
  print: " -~",
  xdigit: "0-9a-fA-F",
  word: "\\w",
  punct: "\\p{P}",
};

/** Escapes that both dialects support, or their RE2 equivalents, outside and inside classes. */
export function classEscape(reader: Reader, letter: string): string | undefined {
  switch (letter) {
    case "d":
    case "D":
    case "w":
    case "W":
    case "t":
    case "n":
    case "r":
    case "f":
      return `\\${letter}`;
    case "a":
      return "\\x07";
    case "s":
      return WHITE;
    case "e":
      return "\\x1b";
    case "x": {
      const [hex] = /^(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]{1,6}\})/.exec(reader.text.slice(reader.at)) ?? [];
      if (hex === undefined) throw invalid("has an escape \\x without two digits");
      reader.at += hex.length;
      return codePoint(reader, hex.replace(/[{}]/g, ""));
    }
    case "u": {
      const [hex] = /^[0-9a-fA-F]{4}/.exec(reader.text.slice(reader.at)) ?? [];
      if (hex === undefined) throw invalid("has an escape \\u without four digits");
      reader.at += hex.length;
      return codePoint(reader, hex);
    }
    case "p":
    case "P":
      return propertyOf(reader, letter);
    default:
      if (/[A-Za-z0-9]/.test(letter)) return undefined;
      return reader.engine === "RE2" || /[\^$\\.*+?()[\]{}|/]/.test(letter) ? `\\${letter}` : letter;
  }
}

function codePoint({ engine }: Reader, hex: string): string {
  if (Number.parseInt(hex, 16) > 0x10ffff) throw invalid("has an escape beyond \\x{10FFFF}");
  return engine === "RE2" ? `\\x{${hex}}` : `\\u{${hex}}`;
}

function propertyOf(reader: Reader, letter: string): string {
  const [whole = "", long, short] =
    /^(?:\{(\^?[A-Za-z_]+)\}|([LMNPSZC]))/.exec(reader.text.slice(reader.at)) ?? [];
  reader.at += whole.length;
  const name = long ?? short ?? "";
  if (/^(?:[LMNPSZC]|L[ulmot]|M[cen]|N[dlo]|P[cdefios]|S[ckmo]|Z[lps])$/.test(name))
    return `\\${letter}{${name}}`;
  const posix = /^(?:Alpha|Digit|Alnum|Upper|Lower|Space)$/.test(name);
  if (!posix || letter === "P") throw unavailable(`class \\${letter}{${name}}`);
  if (name === "Space") reader.translated.needsAscii = true;
  else reader.translated.needsAsciiWords = true;
  return reader.engine === "RE2" ? `[:${name.toLowerCase()}:]` : `[${ASCII[name.toLowerCase()]}]`;
}

export function parseClass(reader: Reader): string {
  let sql = "[";
  if (reader.text[reader.at] === "^") {
    sql += "^";
    reader.at += 1;
  }
  for (let isFirst = true; ; isFirst = false) {
    const rest = reader.text.slice(reader.at);
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (rest === "") throw invalid("has a bracket that is not closed");
    const [posix, not, name] = /^\[:(\^?)([a-z]+):\]/.exec(rest) ?? [];
    if (posix !== undefined) {
      reader.at += posix.length;
      if (!Object.hasOwn(ASCII, `${name}`)) throw unavailable(`class ${posix}`);
      if (not && name === "punct") throw unavailable("class [:^punct:]");
      if (/^(?:alpha|alnum|digit|lower|upper|word)$/.test(name ?? ""))
        reader.translated.needsAsciiWords = true;
      else if (name !== "punct") reader.translated.needsAscii = true;
      sql += reader.engine === "RE2" ? (POSIX[name ?? ""] ?? posix) : posixClass(name ?? "", not ?? "");
    } else if (character === "[" || rest.startsWith("&&")) throw unavailable("classes within classes");
    else if (character === "]" && !isFirst) {
      reader.at += 1;
      return `${sql}]`;
    } else {
      reader.at += character.length;
      const mustEscape = character === "]" || (reader.engine === "JavaScript" && /[[()]/.test(character));
      sql += character === "\\" ? escapeInClass(reader) : mustEscape ? `\\${character}` : character;
    }
  }
}

function posixClass(name: string, not: string): string {
  const characters = ASCII[name];
  if (characters === undefined || (not && name !== "word" && name !== "digit"))
    throw unavailable(`class [:${not}${name}:]`);
  return not ? (name === "word" ? "\\W" : "\\D") : characters;
}

function escapeInClass(reader: Reader): string {
  const letter = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  reader.at += letter.length;
  if (letter === "-") return "\\-";
  const translated = classEscape(reader, letter);
  if (translated === undefined) throw unavailable(`escape \\${letter} in a class`);
  return reader.engine === "JavaScript" && translated.startsWith("[") ? translated.slice(1, -1) : translated;
}
