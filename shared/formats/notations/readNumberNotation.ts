import type { CellNotation } from "@pdp/basics/columns";
import type { DecimalSign } from "../options/fileOptions.ts";

/** Notation of the numbers in a column's cells. */
export interface NumberStyle {
  notations: ReadonlySet<CellNotation>;
  decimal: DecimalSign;
}

/** Number in a cell, as plain text with a decimal point. */
export interface NotedNumber {
  /** Null for a limit without a number, such as `<LOD`. */
  value: string | null;
  error: string | null;
  limit: "<" | ">" | null;
}

/** Maximum length of a string that can be read as a number. */
const MAX_LENGTH = 100;
const EXPONENT = "(?:[eE][+-]?\\d{1,3})?";
const POINT = new RegExp(`^[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)${EXPONENT}$`);
const COMMA = new RegExp(`^[+-]?(?:\\d+(?:,\\d*)?|,\\d+)${EXPONENT}$`);
const THOUSANDS_COMMA = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d*)?${EXPONENT}$`);
const THOUSANDS_POINT = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:\\.\\d{3})+(?:,\\d*)?${EXPONENT}$`);
const SPACES = " '’\\u00a0\\u2009\\u202f";
const THOUSANDS_SPACE = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:[${SPACES}]\\d{3})+(?:[.,]\\d*)?${EXPONENT}$`);
const LIMIT_SIGN = /^(<=|>=|[<>≤≥⩽⩾])\s*/;
const BELOW = /^(?:l?lo[dq]|lo[bd]|mdl|detection limit|limit of (?:detection|quantification))$/i;
const ABOVE = /^(?:u?lo[dq]|uloq)$/i;
const BELOW_WORD =
  /^(?:b[ld]q|bql|bloq|blod|bdl|b\.?d\.?l\.?|below (?:the )?(?:l?lo[dq]|detection(?: limit)?|limit(?: of (?:detection|quantification))?))$/i;
const ABOVE_WORD = /^(?:aloq|above (?:the )?(?:u?lo[dq])|saturated|ove?rflo?w|over|>\s?max|\*{3,})$/i;
/** Words for a constant that is too high to be measured. */
const NO_BINDING =
  /^(?:no(?:n|t)?[- ]?(?:bind(?:ing|er|s)?|detectable binding)|n\.?b\.?|does not bind|no[- ]fit)$/i;
const PLUS_MINUS = /\s*(?:±|\+\/-|\+-)\s*/;
const IN_BRACKETS = /^(.*?)\s?\((\d{1,9})\)$/;

/** Reads a number with its error or as a limit; undefined if it is in none of the notations. */
export function readNumberNotation(cell: string, style: NumberStyle): NotedNumber | undefined {
  const text = cell.trim();
  if (text.length > MAX_LENGTH) return undefined;
  const { notations } = style;
  if (notations.has("NO_BINDING") && isNoBinding(text)) return { value: null, error: null, limit: ">" };
  if (notations.has("LIMIT")) {
    const limit = readLimit(text, style);
    if (limit !== undefined) return limit;
  }
  if (notations.has("PLUS_MINUS")) {
    const pair = readPair(text, style);
    if (pair !== undefined) return pair;
  }
  const value = readOne(text, style);
  return value === undefined ? undefined : { value, error: null, limit: null };
}

/** Tells whether a word means that binding was too weak to be measured, such as `no binding` and `NB`. */
export function isNoBinding(text: string): boolean {
  return NO_BINDING.test(text);
}

function readLimit(text: string, style: NumberStyle): NotedNumber | undefined {
  if (BELOW_WORD.test(text)) return { value: null, error: null, limit: "<" };
  if (ABOVE_WORD.test(text)) return { value: null, error: null, limit: ">" };
  const sign = LIMIT_SIGN.exec(text);
  if (sign === null) return undefined;
  const limit = /[<≤⩽]/.test(sign[0]) ? "<" : ">";
  const rest = text.slice(sign[0].length);
  if ((limit === "<" ? BELOW : ABOVE).test(rest)) return { value: null, error: null, limit };
  const value = readOne(rest, style);
  return value === undefined ? undefined : { value, error: null, limit };
}

function readPair(text: string, style: NumberStyle): NotedNumber | undefined {
  const parts = text.split(PLUS_MINUS);
  if (parts.length === 2) {
    const [left = "", right = ""] = parts;
    // One percent sign applies to both numbers.
    const isPercent = left.endsWith("%") || right.endsWith("%");
    const withSign = (number: string): string => (isPercent && !number.endsWith("%") ? `${number}%` : number);
    const [value, error] = [readOne(withSign(left), style), readOne(withSign(right), style)];
    if (value === undefined || error === undefined || error.startsWith("-")) return undefined;
    return { value, error, limit: null };
  }
  const [, number = "", digits = ""] = IN_BRACKETS.exec(text) ?? [];
  const value = digits === "" ? undefined : readOne(number, style);
  if (value === undefined || /[eE%]/.test(value)) return undefined;
  return { value, error: inLastDigits(value, digits), limit: null };
}

/** Returns the error that is given as the last digits of a value: `12.3(4)` is 12.3 ± 0.4. */
function inLastDigits(value: string, digits: string): string {
  const decimals = value.split(".")[1]?.length ?? 0;
  return decimals === 0 ? digits : `${digits}e-${decimals}`;
}

/** Reads one number, which may have a percent sign. */
function readOne(written: string, style: NumberStyle): string | undefined {
  const text = written.trim();
  const { notations } = style;
  if (!text.endsWith("%")) return readPlain(text, style);
  const number = readPlain(text.slice(0, -1).trim(), style);
  if (number === undefined || notations.has("PERCENT")) return number;
  return notations.has("PERCENT_FRACTION") ? hundredth(number) : undefined;
}

/** Divides the text of a number by 100, exactly. */
function hundredth(number: string): string {
  const [digits = "", exponent = "0"] = number.split(/[eE]/);
  return `${digits}e${Number(exponent) - 2}`;
}

/** Returns the text of a number with a decimal point and without thousands separators. */
function readPlain(text: string, { notations, decimal }: NumberStyle): string | undefined {
  if (notations.has("THOUSANDS_COMMA") && THOUSANDS_COMMA.test(text)) return text.replaceAll(",", "");
  if (notations.has("THOUSANDS_POINT") && THOUSANDS_POINT.test(text))
    return text.replaceAll(".", "").replace(",", ".");
  if (notations.has("THOUSANDS_SPACE") && THOUSANDS_SPACE.test(text))
    return text.replace(/[^\d.,eE+-]/g, "").replace(",", ".");
  if ((decimal === "." || notations.has("DECIMAL_POINT")) && POINT.test(text)) return text;
  if ((decimal === "," || notations.has("DECIMAL_COMMA")) && COMMA.test(text)) return text.replace(",", ".");
  return undefined;
}
