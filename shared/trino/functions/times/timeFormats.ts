import { shortValue } from "../../boundMessage.ts";
import { Refusal } from "../../sqlError.ts";

/** Function that takes a format: `%Y-%m-%d` for date_format and date_parse, `yyyy-MM-dd` for the others. */
export type FormatName = "date_format" | "date_parse" | "format_datetime" | "parse_datetime";

export function isMysql(name: FormatName): boolean {
  return name.startsWith("date_");
}

/** Part of a format: a string, or a Joda-Time letter with its repeat count. */
export type Part = { text: string } | { letter: string; count: number };

/** MySQL format letters and their Joda-Time equivalents. */
const MYSQL: Record<string, [letter: string, count: number][]> = {
  a: [["E", 3]],
  b: [["M", 3]],
  c: [["M", 1]],
  d: [["d", 2]],
  e: [["d", 1]],
  f: [["S", 6]],
  H: [["H", 2]],
  h: [["h", 2]],
  I: [["h", 2]],
  i: [["m", 2]],
  j: [["D", 3]],
  k: [["H", 1]],
  l: [["h", 1]],
  M: [["M", 4]],
  m: [["M", 2]],
  p: [["a", 1]],
  S: [["s", 2]],
  s: [["s", 2]],
  v: [["w", 2]],
  W: [["E", 4]],
  x: [["x", 4]],
  Y: [["Y", 4]],
  y: [["y", 2]],
};

export function partsOf(format: string, name: FormatName): Part[] {
  return isMysql(name) ? mysqlParts(format, name) : jodaParts(format);
}

function mysqlParts(format: string, name: FormatName): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < format.length; at += 1) {
    const character = format[at] as string;
    const letter = format[at + 1] ?? "";
    if (character !== "%") parts.push({ text: character });
    else {
      at += 1;
      const partsOfLetter = MYSQL[letter];
      if (letter === "r") parts.push(...jodaParts("hh:mm:ss a"));
      else if (letter === "T") parts.push(...jodaParts("HH:mm:ss"));
      else if (partsOfLetter) parts.push(...partsOfLetter.map(([name, count]) => ({ letter: name, count })));
      else if ("DUuVwX".includes(letter) || letter === "") throw unknownLetter(`%${letter}`, name);
      else parts.push({ text: letter });
    }
  }
  return parts;
}

function jodaParts(format: string): Part[] {
  const parts: Part[] = [];
  for (const [whole, quoted, letters] of format.matchAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)|[^A-Za-z']/g)) {
    if (letters) parts.push({ letter: letters[0] as string, count: letters.length });
    else
      parts.push({ text: quoted === undefined ? whole : quoted === "" ? "'" : quoted.replaceAll("''", "'") });
  }
  return parts;
}

export function unknownLetter(letter: string, name: FormatName): Refusal {
  return new Refusal(`The format of ${name} cannot contain ${shortValue(letter)}`);
}

export const MONTHS =
  "January February March April May June July August September October November December".split(" ");
export const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

/** Returns whether a parse_datetime format contains an offset. */
export function hasOffset(format: string): boolean {
  return jodaParts(format).some((part) => "letter" in part && part.letter === "Z");
}
