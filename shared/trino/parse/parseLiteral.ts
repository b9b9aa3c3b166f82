import { calendarFault } from "../calendarFault.ts";
import { zoneName } from "../types/timeZones.ts";
import {
  decimalType,
  TIME_WITH_ZONE,
  type Type,
  type TypeBase,
  timestampType,
  zonedType,
} from "../types/type.ts";
import type { Expression } from "./ast.ts";
import { NUMBER_TYPES } from "./parseType.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Types for which a literal may be any string that a cast accepts. */
const CAST_TYPES: Record<string, TypeBase> = {
  ...NUMBER_TYPES,
  VARCHAR: "varchar",
  JSON: "json",
  UUID: "uuid",
};
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\s*\+?\d{4}-\d{1,2}-\d{1,2}\s*$/;
const TIME = /^\s*(\d{1,2}:\d{1,2}(?::\d{1,2}(?:\.(\d{1,12}))?)?)\s*([+-]\d{2}:\d{2})?\s*$/;
const MOMENT =
  /^\s*(\+?\d{4}-\d{1,2}-\d{1,2}(?: \d{1,2}:\d{1,2}(?::\d{1,2}(?:\.(\d{1,12}))?)?)?) ?((?:GMT|UTC|UT)?[+-](?:\d|\d{2}(?::?\d{2})?)|[A-Za-z][A-Za-z0-9_+/-]*)?\s*$/;

/** Parses typed literals such as `DECIMAL '1.5'` or `TIMESTAMP '2026-01-31 12:00'`; undefined if there is none. */
export function parseTypedLiteral(reader: TokenReader): Expression | undefined {
  const { key, kind, at } = reader.next;
  const isDouble = key === "DOUBLE" && reader.ahead(1).key === "PRECISION";
  const { kind: nextKind, text } = reader.ahead(isDouble ? 2 : 1);
  if (kind !== "word" || nextKind !== "string") return undefined;
  const typed = literalOf(reader, key, text);
  if (!typed) return undefined;
  reader.take();
  if (isDouble) reader.take();
  reader.take();
  return { kind: "typed", at, ...typed };
}

function literalOf(
  reader: TokenReader,
  key: string,
  text: string,
): { type: Type; value: string } | undefined {
  const fault = ["DATE", "TIME", "TIMESTAMP"].includes(key) ? calendarFault(text) : undefined;
  if (fault) throw reader.error(fault);
  switch (key) {
    case "DECIMAL": {
      const [, whole = "", fraction = ""] = /^[+-]?(\d*)\.?(\d*)$/.exec(text) ?? [];
      const digits = whole.replace(/^0+/, "").length + fraction.length;
      if (whole + fraction === "" || digits > 38) throw reader.error("Write a decimal like DECIMAL '1.50'");
      return { type: decimalType(Math.max(1, digits), fraction.length), value: text };
    }
    case "CHAR":
      return { type: { name: "char", size: text.length }, value: text };
    case "DATE":
      if (!DAY.test(text)) throw reader.error("Write a date like DATE '2026-01-31'");
      return { type: { name: "date" }, value: text.trim().replace("+", "") };
    case "TIME": {
      const [whole, value = "", fraction = "", zone] = TIME.exec(text) ?? [];
      if (whole === undefined) throw reader.error("Write a time like TIME '12:30:00'");
      const size = fraction.length;
      if (zone === undefined) return { type: { name: "time", size }, value };
      if (!isOffset(zone)) throw reader.error(`The offset ${zone} must be between -14:00 and +14:00`);
      return { type: { name: TIME_WITH_ZONE, size, zone }, value };
    }
    case "TIMESTAMP": {
      const [whole, moment = "", fraction = "", zone] = MOMENT.exec(text) ?? [];
      if (whole === undefined) throw reader.error("Write a timestamp like TIMESTAMP '2026-01-31 12:00:00'");
      const size = fraction.length;
      const type = zone === undefined ? timestampType(size) : zonedType(size, zoneName(zone));
      return { type, value: moment.replace("+", "") };
    }
    default: {
      const name = CAST_TYPES[key];
      if (name === "uuid" && !UUID.test(text))
        throw reader.error("Write a UUID like UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'");
      return name && { type: { name }, value: text };
    }
  }
}

function isOffset(zone: string): boolean {
  const [hours = 0, minutes = 0] = zone.slice(1).split(":").map(Number);
  return minutes < 60 && hours * 60 + minutes <= 14 * 60;
}

/** Parses `X'65 FF'`. */
export function parseBytes(reader: TokenReader): Expression | undefined {
  const { key, at, end } = reader.next;
  const { kind, text, at: next } = reader.ahead(1);
  if (key !== "X" || kind !== "string" || next !== end) return undefined;
  const hex = text.replace(/\s/g, "");
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex))
    throw reader.error("Write bytes like X'65FF', with two digits per byte");
  reader.take();
  reader.take();
  return { kind: "bytes", at, hex };
}

/** Interval units, largest first, with their milliseconds; units based on months have none. */
const UNITS = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"] as const;
type Unit = (typeof UNITS)[number];
const MILLISECONDS: Partial<Record<Unit, number>> = {
  DAY: 86_400_000,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1_000,
};
const SHAPE = "Write an interval like INTERVAL '3' DAY or INTERVAL '1 12:30' DAY TO MINUTE";

export function parseInterval(reader: TokenReader): Expression | undefined {
  const signed = reader.ahead(1).key === "-" || reader.ahead(1).key === "+";
  if (reader.ahead(signed ? 2 : 1).kind !== "string") return undefined;
  const { at } = reader.take();
  let sign = reader.accept("-") ? -1 : 1;
  if (sign === 1) reader.accept("+");
  let { text } = reader.take();
  if (/^[+-]/.test(text)) {
    if (text.startsWith("-")) sign = -sign;
    text = text.slice(1);
  }
  refuseUnitInText(reader, sign < 0 ? `-${text}` : text, at);
  const from = parseUnit(reader);
  const to = reader.accept("TO") ? parseUnit(reader) : from;
  const units = UNITS.slice(UNITS.indexOf(from), UNITS.indexOf(to) + 1);
  const isMonths = MILLISECONDS[from] === undefined;
  const parts = text.split(/[ :-]/);
  const shape = units.map((unit) => (unit === "SECOND" ? "\\d{1,9}(?:\\.\\d{1,3})?" : "\\d{1,9}"));
  const separators = units.map(
    (unit) => ({ YEAR: "", MONTH: "-", DAY: "", HOUR: " ", MINUTE: ":", SECOND: ":" })[unit],
  );
  // Units at the end may be omitted.
  const pattern = shape.reduceRight(
    (rest, part, index) => (index === 0 ? `${part}${rest}` : `(?:${separators[index]}${part}${rest})?`),
    "",
  );
  if (
    units.length === 0 ||
    isMonths !== (MILLISECONDS[to] === undefined) ||
    !new RegExp(`^${pattern}$`).test(text)
  ) {
    throw reader.error(SHAPE, at);
  }
  const value = units.reduce(
    (sum, unit, index) =>
      sum + Number(parts[index] ?? 0) * (MILLISECONDS[unit] ?? (unit === "YEAR" ? 12 : 1)),
    0,
  );
  return { kind: "interval", at, value: sign * Math.round(value), unit: isMonths ? "MONTH" : "MILLISECOND" };
}

/** Rejects `INTERVAL '7 days'` and suggests the correct syntax. */
function refuseUnitInText(reader: TokenReader, text: string, at: number): void {
  const [, count, word = ""] = /^\s*([+-]?\d{1,9})\s+([a-z]{3,7}?)s?\s*$/i.exec(text) ?? [];
  if (count === undefined) return;
  const isWeek = word.toUpperCase() === "WEEK";
  const unit = isWeek ? "DAY" : UNITS.find((known) => known === word.toUpperCase());
  if (!unit) return;
  const number = isWeek ? Number(count) * 7 : count;
  throw reader.error(
    `The unit of an interval follows its quoted value: write INTERVAL '${number}' ${unit}`,
    at,
  );
}

function parseUnit(reader: TokenReader): Unit {
  const unit = UNITS.find((word) => reader.accept(word));
  if (!unit) throw reader.unexpected(`one of ${UNITS.join(", ")}`);
  return unit;
}
