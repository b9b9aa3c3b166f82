import { literal } from "@pdp/basics/columns";
import { Refusal } from "../../sqlError.ts";
import { bindSql } from "../../types/bindSql.ts";
import { type FormatName, isMysql, partsOf, unknownLetter } from "./timeFormats.ts";

/** Writes a TIMESTAMP as formatted text. `offset` is the SQL for its zone offset in minutes. */
export function formatTime(sql: string, format: string, name: FormatName, offset?: string): string {
  const parts = partsOf(format, name);
  if (parts.length === 0) throw new Refusal(`The format of ${name} cannot be empty`);
  return bindSql([sql], (x) => {
    const texts = parts.map((part) =>
      "text" in part ? literal(part.text) : letterText(x, part.letter, part.count, offset, name),
    );
    return `CASE WHEN ${x} IS NOT NULL THEN ${texts.join(" || ")} END`;
  });
}

function letterText(
  x: string,
  letter: string,
  count: number,
  offset: string | undefined,
  name: FormatName,
): string {
  const number = (value: string): string => `format('{:0${count}d}', ${value})`;
  switch (letter) {
    case "G":
      return `CASE WHEN year(${x}) > 0 THEN 'AD' ELSE 'BC' END`;
    case "C":
      return number(`year(${x}) // 100`);
    case "Y":
    case "y":
      return count === 2 ? `format('{:02d}', year(${x}) % 100)` : number(`year(${x})`);
    case "x":
      return count === 2 ? `format('{:02d}', isoyear(${x}) % 100)` : number(`isoyear(${x})`);
    case "w":
      return number(`weekofyear(${x})`);
    case "e":
      return number(`isodow(${x})`);
    case "E":
      return `strftime(${x}, '${count >= 4 ? "%A" : "%a"}')`;
    case "D":
      return number(`dayofyear(${x})`);
    case "M":
      return count >= 3 ? `strftime(${x}, '${count >= 4 ? "%B" : "%b"}')` : number(`month(${x})`);
    case "d":
      return number(`day(${x})`);
    case "a":
      return `CASE WHEN hour(${x}) < 12 THEN 'AM' ELSE 'PM' END`;
    case "h":
      return number(`((hour(${x}) + 11) % 12 + 1)`);
    case "H":
      return number(`hour(${x})`);
    case "k":
      return number(`((hour(${x}) + 23) % 24 + 1)`);
    case "K":
      return number(`(hour(${x}) % 12)`);
    case "m":
      return number(`minute(${x})`);
    case "s":
      return number(`second(${x})`);
    case "S":
      return `rpad(format('{:03d}', millisecond(${x}) % 1000)[:${count}], ${count}, '0')`;
    case "Z":
      if (offset === undefined || count > 2) throw unknownLetter(letter.repeat(count), name);
      return `(${offsetOf(offset, count === 2 ? ":" : "")})`;
    default:
      throw unknownLetter(isMysql(name) ? `%${letter}` : letter, name);
  }
}

function offsetOf(minutes: string, colon: string): string {
  return bindSql(
    [minutes],
    (m) =>
      `CASE WHEN ${m} < 0 THEN '-' ELSE '+' END || format('{:02d}', abs(${m}) // 60) || '${colon}' || format('{:02d}', abs(${m}) % 60)`,
  );
}
