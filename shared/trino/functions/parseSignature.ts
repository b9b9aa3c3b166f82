import { sessionZone } from "../types/sessionZone.ts";
import type { Type, TypeBase } from "../types/type.ts";

/**
 * Type of a parameter or result in a signature: a type or a variable. `number`, `T`, `K`, … each stand for one type; a
 * `varchar`, `decimal` or `timestamp` without a size stands for all sizes.
 */
export interface Pattern {
  name: string;
  of: Pattern[];
}

export interface Signature {
  parameters: Pattern[];
  /** Number of trailing parameters that a call may omit. */
  optional: number;
  /** True if the last parameter may be repeated. */
  repeats: boolean;
  /** Result type; `$1` is the type of the first argument. */
  result: Pattern;
}

/** Parses the signatures of a function: `T,array(T)?:boolean|varchar*:varchar`. */
export function parseSignatures(text: string): Signature[] {
  return text.split("|").map((alternative) => {
    const end = alternative.lastIndexOf(":");
    const reader = { text: alternative.slice(0, end), at: 0 };
    const parameters: Pattern[] = [];
    let optional = 0;
    let repeats = false;
    while (reader.at < reader.text.length) {
      parameters.push(parsePattern(reader));
      if (reader.text[reader.at] === "?") {
        optional += 1;
        reader.at += 1;
      }
      if (reader.text[reader.at] === "*") {
        repeats = true;
        reader.at += 1;
      }
      reader.at += 1;
    }
    return {
      parameters,
      optional,
      repeats,
      result: parsePattern({ text: alternative.slice(end + 1), at: 0 }),
    };
  });
}

function parsePattern(reader: { text: string; at: number }): Pattern {
  const start = reader.at;
  while (reader.at < reader.text.length && !"(),?*".includes(reader.text[reader.at] as string))
    reader.at += 1;
  const name = reader.text.slice(start, reader.at);
  const of: Pattern[] = [];
  if (reader.text[reader.at] === "(") {
    do {
      reader.at += 1;
      of.push(parsePattern(reader));
    } while (reader.text[reader.at] === ",");
    reader.at += 1;
  }
  return { name: SHORT[name] ?? name, of };
}

/** Short type names used in signatures. */
const SHORT: Record<string, TypeBase> = {
  zoned: "timestamp with time zone",
  zonedtime: "time with time zone",
  days: "interval day to second",
  months: "interval year to month",
  bytes: "varbinary",
  fn: "function",
};

/** Returns whether a pattern is a variable. */
export function isVariable({ name }: Pattern): boolean {
  return name === "number" || /^[A-Z]$/.test(name);
}

/** Digits and lengths of a variable-free pattern used as a result. */
const SIZES: Partial<Record<string, number>> = { timestamp: 3, time: 3, "timestamp with time zone": 3 };

/** Returns the type of a pattern with its variables bound. */
export function typeOfPattern(pattern: Pattern, bound: ReadonlyMap<string, Type>): Type {
  if (isVariable(pattern)) return bound.get(pattern.name) ?? { name: "unknown" };
  const [, name = pattern.name, digits] = /^(.*?)_(\d)$/.exec(pattern.name) ?? [];
  const size = digits === undefined ? SIZES[name] : Number(digits);
  const base = (SHORT[name] ?? name) as TypeBase;
  const of = pattern.of.map((part) => typeOfPattern(part, bound));
  return {
    name: base,
    ...(size !== undefined && { size }),
    ...(of.length > 0 && { of }),
    ...(base === "row" && { names: of.map(() => undefined) }),
    ...(base === "timestamp with time zone" && { zone: sessionZone().name }),
  };
}

/** Returns the text of a type in Trino's notation; empty if it depends on the values. */
export function signatureText(pattern: Pattern): string {
  if (pattern.of.length > 0) return `${pattern.name}(${pattern.of.map(signatureText).join(", ")})`;
  if (/^[@$]/.test(pattern.name)) return "";
  const [, name = pattern.name, digits] = /^(.*?)_(\d)$/.exec(pattern.name) ?? [];
  const full = SHORT[name] ?? name;
  return digits === undefined ? full : full.replace(/^[a-z]+/, `$&(${digits})`);
}

/** Returns the text of a type in a signature; lambdas are shown without types. */
export function patternText({ name, of }: Pattern): string {
  if (name === "function") return "lambda";
  return of.length > 0 ? `${name}(${of.map(patternText).join(", ")})` : name;
}
