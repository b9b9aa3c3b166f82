import type { DuckDBType } from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import type { Recorded } from "#test/shared/trino/sameAsTrino.ts";
import type { LocalAnswer } from "./localEngine.ts";
import type { Recording } from "./recording.ts";

/**
 * Kind of difference between an answer and Trino's: refused only here, accepted only here, a different value, type or name, or
 * an engine failure.
 */
export type Outcome = "same" | "refused" | "accepted" | "value" | "type" | "name" | "fault";

export interface Compared {
  outcome: Outcome;
  detail: string;
}

export function compareAnswers(recording: Recording, here: LocalAnswer | DomainError | Error): Compared {
  if (here instanceof DomainError) {
    return recording.error === undefined
      ? { outcome: "refused", detail: here.message }
      : { outcome: "same", detail: "" };
  }
  if (here instanceof Error) return { outcome: "fault", detail: here.message.slice(0, 300) };
  if (recording.error !== undefined) {
    return { outcome: "accepted", detail: `${recording.error}: ${JSON.stringify(here.rows).slice(0, 200)}` };
  }
  const { types = [], rows = [] } = recording;
  const names = recording.names ?? types.map((_, index) => `_col${index}`);
  if (JSON.stringify(names) !== JSON.stringify(here.names)) {
    return { outcome: "name", detail: `${here.names} instead of ${names}` };
  }
  const isOrdered = /\border by\b/i.test(recording.query);
  const difference = rowsDiffer(isOrdered ? rows : sorted(rows), here, types, isOrdered);
  if (difference) return { outcome: "value", detail: difference };
  const wrong = types.findIndex((type, index) => !sameType(parseType(type), here.types[index] as DuckDBType));
  if (wrong >= 0) return { outcome: "type", detail: `${here.types[wrong]} instead of ${types[wrong]}` };
  return { outcome: "same", detail: "" };
}

function rowsDiffer(
  rows: Recorded[][],
  here: LocalAnswer,
  types: string[],
  isOrdered: boolean,
): string | undefined {
  const parsed = types.map(parseType);
  const plain = here.rows.map((row) => row.map((value, index) => plainValue(value, parsed[index] as Type)));
  const found = isOrdered ? plain : sorted(plain);
  if (found.length !== rows.length) return `${found.length} rows instead of ${rows.length}`;
  for (const [at, row] of rows.entries()) {
    const wrong = row.findIndex(
      (value, index) => !sameValue(value, found[at]?.[index], parsed[index] as Type),
    );
    if (wrong >= 0) {
      const [ours, theirs] = [found[at]?.[wrong], row[wrong]].map((value) =>
        JSON.stringify(value)?.slice(0, 200),
      );
      return `column ${wrong}: ${ours} instead of ${theirs} (${types[wrong]})`;
    }
  }
  return undefined;
}

function sorted<Value>(rows: Value[]): Value[] {
  return [...rows].sort((a, b) => {
    const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  });
}

interface Type {
  /** Name without parameters. */
  base: string;
  text: string;
  /** Types of items, fields, or keys and values. */
  inner: Type[];
  names: string[];
}

/** Parses the name of a Trino type. */
function parseType(text: string): Type {
  const [, base = text, inner] = /^(array|map|row)\((.*)\)$/s.exec(text) ?? [];
  if (inner === undefined)
    return { base: text.replace(/\(\d+(?:, ?\d+)?\)/, ""), text, inner: [], names: [] };
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= inner.length; at += 1) {
    if (inner[at] === "(") depth += 1;
    if (inner[at] === ")") depth -= 1;
    if (at === inner.length || (inner[at] === "," && depth === 0)) {
      parts.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (base !== "row") return { base, text, inner: parts.map(parseType), names: [] };
  const fields = parts.map((part) => {
    const [, quoted, plain, type = part] = /^(?:"((?:[^"]|"")*)"|(\w+)) ([a-z].*)$/s.exec(part) ?? [];
    const isType = plain !== undefined && /^(?:interval|double precision|timestamp|time)$/.test(plain);
    return isType ? { name: "", type: part } : { name: quoted ?? plain ?? "", type };
  });
  return {
    base,
    text,
    inner: fields.map(({ type }) => parseType(type)),
    names: fields.map(({ name }) => name),
  };
}

const TYPES: Record<string, string> = {
  boolean: "BOOLEAN",
  tinyint: "TINYINT",
  smallint: "SMALLINT",
  integer: "INTEGER",
  bigint: "BIGINT",
  real: "FLOAT",
  double: "DOUBLE",
  date: "DATE",
  time: "TIME",
  timestamp: "TIMESTAMP",
  "timestamp with time zone": "TIMESTAMP WITH TIME ZONE",
  varbinary: "BLOB",
};

function typeText(type: Type): string {
  if (type.base === "decimal") return type.text.toUpperCase().replace(/, ?/, ",");
  if (type.base === "array") return `${typeText(type.inner[0] as Type)}[]`;
  if (type.base === "map") return `MAP(${type.inner.map(typeText).join(", ")})`;
  return TYPES[type.base] ?? "VARCHAR";
}

function sameType(type: Type, here: DuckDBType): boolean {
  if (type.base === "row") {
    const entries = (here as { entryTypes?: DuckDBType[] }).entryTypes;
    return (
      entries !== undefined &&
      type.inner.every((field, index) => sameType(field, entries[index] as DuckDBType))
    );
  }
  if (type.base === "array") {
    const item = (here as { valueType?: DuckDBType }).valueType;
    return item !== undefined && sameType(type.inner[0] as Type, item);
  }
  return typeText(type) === String(here).replace(/, ?(?=\d)/g, ",");
}

/** Converts a DuckDB JSON value to the format used by Trino's protocol. */
function plainValue(value: unknown, type: Type): unknown {
  if (value === null || value === undefined) return null;
  if (type.base === "array" && Array.isArray(value)) {
    return value.map((item) => plainValue(item, type.inner[0] as Type));
  }
  if (type.base === "row" && typeof value === "object") {
    return Object.values(value).map((item, index) => plainValue(item, type.inner[index] as Type));
  }
  if (type.base === "map" && Array.isArray(value)) {
    const [keyType, valueType] = type.inner as [Type, Type];
    const entries = (value as { key: unknown; value: unknown }[]).map((entry) => [
      keyText(plainValue(entry.key, keyType)),
      plainValue(entry.value, valueType),
    ]);
    return Object.fromEntries(entries);
  }
  if (/^(?:tinyint|smallint|integer|bigint|real|double)$/.test(type.base)) {
    const number = Number(value);
    if (Number.isNaN(number) || !Number.isFinite(number)) return String(value);
    return number;
  }
  if (type.base === "varbinary") return bytesText(String(value));
  return value;
}

function keyText(key: unknown): string {
  return typeof key === "string" ? key : JSON.stringify(key);
}

/** Trino writes keys as Java does, such as 1.0 and [2, 1]. */
function withPlainKeys(map: Record<string, unknown>, { inner: [key] }: Type): Record<string, unknown> {
  const isNumber = /^(?:double|real|bigint)$/.test(key?.base ?? "");
  const plain = (text: string): string =>
    isNumber ? String(Number(text)) : key?.base === "array" ? text.replaceAll(" ", "") : text;
  return Object.fromEntries(Object.entries(map).map(([text, value]) => [plain(text), value]));
}

/** DuckDB writes nonprintable bytes as \xNN; Trino writes all bytes as Base64. */
function bytesText(text: string): string {
  const bytes = [...text.matchAll(/\\x([0-9A-F]{2})|([\s\S])/g)].map(([, hex, character]) =>
    hex === undefined ? (character as string).charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return Buffer.from(bytes).toString("base64");
}

function sameValue(recorded: unknown, here: unknown, type: Type): boolean {
  if (recorded === null || here === null || here === undefined) return recorded === (here ?? null);
  if (type.base === "array" && Array.isArray(recorded)) {
    return (
      Array.isArray(here) &&
      recorded.length === here.length &&
      recorded.every((item, index) => sameValue(item, here[index], type.inner[0] as Type))
    );
  }
  if (type.base === "row" && Array.isArray(recorded)) {
    return (
      Array.isArray(here) &&
      recorded.length === here.length &&
      recorded.every((item, index) => sameValue(item, here[index], type.inner[index] as Type))
    );
  }
  if (type.base === "map") {
    const [a, b] = [recorded, here].map((map) => withPlainKeys(map as Record<string, unknown>, type));
    const keys = Object.keys(a ?? {}).sort();
    return (
      JSON.stringify(keys) === JSON.stringify(Object.keys(b ?? {}).sort()) &&
      keys.every((key) => sameValue(a?.[key], b?.[key], type.inner[1] as Type))
    );
  }
  if (type.base === "real" || type.base === "double") return sameNumber(recorded, here, type.base);
  if (/^(?:date|time|timestamp)/.test(type.base)) return sameTime(String(recorded), String(here), type);
  return typeof recorded === typeof here ? recorded === here : String(recorded) === String(here);
}

/** Functions of doubles may differ in the last digits. */
function sameNumber(recorded: unknown, here: unknown, type: string): boolean {
  if (typeof recorded === "string" || typeof here === "string") return String(recorded) === String(here);
  const [a, b] = [Number(recorded), Number(here)];
  const most = Math.max(Math.abs(a), Math.abs(b));
  return Object.is(a, b) || Math.abs(a - b) <= (type === "real" ? 1e-6 : 1e-12) * most;
}

function sameTime(recorded: string, here: string, { base }: Type): boolean {
  if (base === "timestamp with time zone") return instantOf(recorded) === instantOf(here);
  const plain = (text: string): string =>
    text
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "")
      .replace(/(?<=\d) \(BC\)$/, " BC");
  return plain(recorded) === plain(here);
}

/** Returns the instant of a zoned time, in microseconds. */
function instantOf(text: string): string {
  const [, day = "", time = "", fraction = "", zone = "UTC"] =
    /^([+-]?\d+-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))? ?(.*)$/.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  const offset = zoneOffset(zone || "UTC", local);
  return `${(local - offset) / 1000}.${fraction.padEnd(9, "0")}`;
}

function zoneOffset(zone: string, local: number): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (zone === "UTC" || zone === "Z") return 0;
  const offsetAt = (instant: number): number => {
    const shown = new Date(instant).toLocaleString("sv-SE", { timeZone: zone });
    return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(instant / 1000) * 1000;
  };
  return offsetAt(local - offsetAt(local));
}
