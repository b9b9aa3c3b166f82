import { AMINO_ACIDS } from "./isSequenceColumn.ts";

/** Result of parsing a text as a value of a type, or the reason why it is invalid. */
export type ScalarReading = "value" | "zero" | "missing" | ScalarFault;

export interface ScalarFault {
  reason: string;
  /** True if the text stands for a missing value, such as "n.d.". */
  isPlaceholder?: boolean;
}

export const MISSING_REASON = "a value is missing, and this column must have one";
export const NOT_BOOLEAN = "is neither true nor false";
export const NOT_WHOLE = "is not a whole number";
export const OUTSIDE_INT64 = "is outside the range of INT64";
export const INFINITE_REASON = "is infinite, which is no measurement";
export const TOO_LARGE = "is too large for FLOAT64";
export const TOO_FINE = "is finer than a microsecond";

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_A_NUMBER = /^[+-]?nan$/i;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
const PLACEHOLDER = /^(?:na|n\/a|#n\/a|n\.a\.|null|none|nil|nd|n\.d\.|missing|unknown|-+|\.+|\?+)$/i;
/** Ambiguous numbers: 1,000 may be a thousand, or one with three decimals. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DECIMAL_COMMA = /^[+-]?[\d.\s]*,\d+$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|[+-](\d\d)(?::?(\d\d))?)?)?$/;
/** Pattern of a character that a sequence may not have, for JavaScript and DuckDB. */
export const FOREIGN_RESIDUE = `[^${AMINO_ACIDS}]`;
const FIRST_FOREIGN_RESIDUE = new RegExp(FOREIGN_RESIDUE, "u");
const TRUTH = /^(?:true|false|t|f|yes|no|y|n|1|0)$/i;
const INT64_MAX = 9223372036854775807n;

/** Returns the reason, with advice for a placeholder: `leaveOut`, unless the column must have a value. */
export function explainFault(
  { reason, isPlaceholder }: ScalarFault,
  nullable: boolean,
  leaveOut: string,
): string {
  if (!isPlaceholder) return reason;
  return `${reason}; ${nullable ? leaveOut : "this column must have a value"}`;
}

/** Accepts every text. */
export function readAnyText(): ScalarReading {
  return "value";
}

export function readInteger(text: string): ScalarReading {
  if (!WHOLE.test(text)) {
    if (NOT_A_NUMBER.test(text)) return { reason: NOT_WHOLE, isPlaceholder: true };
    const decimal = readDecimal(text);
    if (typeof decimal !== "object") return { reason: "is not a whole number written in digits alone" };
    return { ...decimal, reason: decimal.reason.replace("is not a number", NOT_WHOLE) };
  }
  const digits = text.replace(/^[+-]?0*/, "");
  const limit = text.startsWith("-") ? INT64_MAX + 1n : INT64_MAX;
  if (digits.length > 19 || (digits.length === 19 && BigInt(digits) > limit)) {
    return { reason: OUTSIDE_INT64 };
  }
  return digits === "" ? "zero" : "value";
}

export function readBoolean(text: string): ScalarReading {
  return TRUTH.test(text) ? "value" : refusal(text, NOT_BOOLEAN);
}

/** Parses a decimal number. Also used for JSON numbers, whose grammar is a subset. */
export function readDecimal(text: string): ScalarReading {
  if (NOT_A_NUMBER.test(text)) return "missing";
  if (!DECIMAL.test(text)) {
    if (INFINITE.test(text)) return { reason: INFINITE_REASON, isPlaceholder: true };
    if (GROUPED.test(text))
      return { reason: "is not a number; write no separators of thousands, and a point before decimals" };
    if (DECIMAL_COMMA.test(text)) return { reason: "is not a number; write a decimal point, not a comma" };
    return refusal(text, "is not a number");
  }
  const value = Number(text);
  if (!Number.isFinite(value)) return { reason: TOO_LARGE };
  if (value !== 0) return "value";
  return /^[^eE]*[1-9]/.test(text) ? { reason: "is too close to zero for FLOAT64" } : "zero";
}

export function readDate(text: string): ScalarReading {
  const parts = DATE.exec(text);
  if (parts === null) return refusal(text, "is not a date of the form YYYY-MM-DD");
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (year < 1 || day < 1 || day > days) return { reason: "is not a day of the calendar" };
  return "value";
}

export function readTimestamp(text: string): ScalarReading {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) {
    return refusal(
      text,
      "is not a time of the form YYYY-MM-DDThh:mm:ss.ffffff with an optional zone (Z or +hh:mm)",
    );
  }
  const [
    ,
    date = "",
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "",
    zoneHour = "0",
    zoneMinute = "0",
  ] = parts;
  const day = readDate(date);
  if (day !== "value") return day;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return { reason: "is not a time of day" };
  if (Number(zoneHour) > 14 || Number(zoneMinute) > 59)
    return { reason: "has a time zone that does not exist" };
  if (/[1-9]/.test(fraction.slice(6))) return { reason: TOO_FINE };
  return "value";
}

export function readSequence(text: string): ScalarReading {
  const found = FIRST_FOREIGN_RESIDUE.exec(text);
  if (found === null) return "value";
  const position = [...text.slice(0, found.index)].length + 1;
  return {
    reason: `has "${found[0]}" at position ${position}; a sequence holds only the capital letters ${AMINO_ACIDS}`,
  };
}

function refusal(text: string, reason: string): ScalarReading {
  return { reason, isPlaceholder: PLACEHOLDER.test(text) };
}
