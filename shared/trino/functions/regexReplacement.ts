import { Refusal } from "../sqlError.ts";
import type { TranslatedRegex } from "./regexReader.ts";

/** Parses a replacement in Java's syntax into strings and the group numbers between them. */
export function replacementParts(
  replacement: string,
  { groups }: Pick<TranslatedRegex, "groups">,
): (string | number)[] {
  const parts: (string | number)[] = [];
  let text = "";
  for (let at = 0; at < replacement.length; at += 1) {
    const character = replacement[at] as string;
    if (character === "\\") {
      at += 1;
      if (at === replacement.length)
        throw new Refusal("A \\ at the end of the replacement must be written as \\\\");
      text += replacement[at];
    } else if (character === "$") {
      const [reference = "", name, digits = ""] =
        /^(?:\{([A-Za-z][A-Za-z0-9]*)\}|(\d+))/.exec(replacement.slice(at + 1)) ?? [];
      const { number, length } =
        name === undefined
          ? numbered(digits, groups.length)
          : { number: groups.findIndex((group) => group.name === name) + 1 || -1, length: reference.length };
      if (reference === "" || number < 0 || number > groups.length) {
        throw new Refusal("A $ in the replacement must be followed by a group number, or written as \\$");
      }
      if (text !== "") parts.push(text);
      text = "";
      parts.push(number);
      at += length;
    } else text += character;
  }
  return text === "" ? parts : [...parts, text];
}

/** Reads a group number: as many digits as possible that still form the number of an existing group. */
function numbered(digits: string, count: number): { number: number; length: number } {
  let number = Number(digits[0] ?? -1);
  let length = 1;
  for (const digit of digits.slice(1)) {
    if (number * 10 + Number(digit) > count) break;
    number = number * 10 + Number(digit);
    length += 1;
  }
  return { number, length };
}
