import { proposeOptions } from "./options/fileOptions.ts";

/** Result of parsing a string as a value of a type, or the reason why it is invalid. */
export type ScalarReading = "value" | "zero" | "missing" | ScalarFault;

export interface ScalarFault {
  reason: string;
  /** True if the text denotes a missing value, such as "n.d.". */
  isPlaceholder?: boolean;
}

export const MISSING_REASON = "a value is missing, but this column requires one";
export const NOT_BOOLEAN = "is neither true nor false";
export const NOT_WHOLE = "is not a whole number";
export const OUTSIDE_INT64 = "is outside the range of INT64";
export const INFINITE_REASON = "is infinite, which is not a measurement";
export const TOO_LARGE = "is too large for FLOAT64";
export const OUTSIDE_YEARS = "is outside the years 1 to 9999";

export const TOO_FINE = `is finer than a microsecond; round it, or ${proposeOptions({ times: "ROUND" }, undefined)}`;

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_A_NUMBER = /^[+-]?nan$/i;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
/** Words that denote a missing value. */
export const PLACEHOLDER =
  /^(?:nan?|nat|n\/a|n\.? ?[ad]\.?|null|none|nil|missing|unknown|failed|empty|invalid|error|tbd|b[ld]q|bql|bloq|bdl|<? ?l?lo[dq]|> ?u?loq|ovrflw|overflow|saturated|#(?:n\/a|div\/0!|value!|ref!|name\?|num!|null!)|-+|\.+|\?+)$/i;
/** Ambiguous numbers: 1,000 may mean one thousand, or one followed by three decimals. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DECIMAL_COMMA = /^[+-]?[\d.\s]*,\d+$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-](\d\d)(?::?(\d\d))?)?)?$/;
const LIMIT = /^[<>≤≥]=? ?[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;
const PERCENT = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+) ?%$/;
/** Characters that look like a minus sign. */
const MINUS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
/** Characters that are invisible or look like a space. */
const UNSEEN = /[\u00a0\u00ad\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;
const MINUS_SIGN = new RegExp(MINUS.source);
const FINE = /[1-9]/;
const [MIN_TIME, MAX_TIME] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
const LONG_YEAR = /^(?:[+-]\d{4,9}|\d{5,9})-\d\d-\d\d(?:$|[T ])/;
const TRUTH = /^(?:true|false|t|f|yes|no|y|n|1|0)$/i;
const MAX_WORD = 100;
const INT64_MAX = 9223372036854775807n;

/**
 * Returns the reason and, for a placeholder, advice, unless the column must have a value. The advice is `leaveOut`, or the
 * table option that makes the text mean "missing".
 */
export function explainFault(
  { reason, isPlaceholder }: ScalarFault,
  text: string,
  nullable: boolean,
  leaveOut: string,
  table?: string,
): string {
  if (!isPlaceholder) return reason;
  if (!nullable) return `${reason}; this column must have a value`;
  return `${reason}; ${missingAdvice(text, leaveOut, table)}`;
}

/** Returns advice for a string that denotes a missing value. */
export function missingAdvice(text: string, leaveOut: string, table?: string): string {
  const word = text.trim();
  if (word.length > MAX_WORD) return leaveOut;
  return `if it means a missing value, ${leaveOut} or ${proposeOptions({ missing_values: [word] }, table)}`;
}

/** Accepts any text. */
export function readAnyText(): ScalarReading {
  return "value";
}

export function readInteger(text: string): ScalarReading {
  if (!WHOLE.test(text)) {
    if (NOT_A_NUMBER.test(text)) return { reason: NOT_WHOLE, isPlaceholder: true };
    const decimal = readDecimal(text);
    if (typeof decimal !== "object") return { reason: notDigitsAlone(text) };
    return { ...decimal, reason: decimal.reason.replace("is not a number", NOT_WHOLE) };
  }
  const digits = text.replace(/^[+-]?0*/, "");
  const limit = text.startsWith("-") ? INT64_MAX + 1n : INT64_MAX;
  if (digits.length > 19 || (digits.length === 19 && BigInt(digits) > limit)) {
    return { reason: OUTSIDE_INT64 };
  }
  return digits === "" ? "zero" : "value";
}

function notDigitsAlone(text: string): string {
  const advice = "write only its digits, or make the column FLOAT64";
  if (/[eE]/.test(text)) return `is written with an exponent; ${advice}`;
  if (/\.0*$/.test(text)) return `is written with decimals; ${advice}`;
  return "is not a whole number; make the column FLOAT64 if its values have decimals";
}

export function readBoolean(text: string): ScalarReading {
  return TRUTH.test(text) ? "value" : refusal(text, NOT_BOOLEAN);
}

/** Parses a decimal number. Also used for JSON numbers, because their grammar is a subset. */
export function readDecimal(text: string): ScalarReading {
  if (NOT_A_NUMBER.test(text)) return "missing";
  if (!DECIMAL.test(text)) {
    if (INFINITE.test(text)) return { reason: INFINITE_REASON, isPlaceholder: true };
    if (GROUPED.test(text))
      return { reason: "is not a number; use a decimal point and no thousands separators" };
    if (DECIMAL_COMMA.test(text)) {
      const option = proposeOptions({ decimal: "," }, undefined);
      return { reason: `is not a number; write a decimal point, not a comma, or ${option}` };
    }
    return explainNoNumber(text);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) return { reason: TOO_LARGE };
  if (value !== 0) return "value";
  return /^[^eE]*[1-9]/.test(text) ? { reason: "is too close to zero for FLOAT64" } : "zero";
}

/** Reads a number with a decimal comma. */
export function readCommaDecimal(text: string): ScalarReading {
  if (text.includes(".")) {
    const isNumber = DECIMAL.test(text) || /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text);
    const reason =
      'is not a number; use a decimal comma (the file has "decimal": ",") and no thousands separators';
    return isNumber ? { reason } : refusal(text, "is not a number");
  }
  const reading = readDecimal(text.replace(",", "."));
  return typeof reading === "object" && reading.reason.startsWith("is not a number")
    ? explainNoNumber(text)
    : reading;
}

/** Explains why a string that looks like a number is not valid. */
function explainNoNumber(text: string): ScalarFault {
  if (LIMIT.test(text)) return { reason: "is a limit, not a number", isPlaceholder: true };
  if (PERCENT.test(text)) {
    return {
      reason:
        "is a percentage, not a number; write only the number, and the unit in the column's description",
    };
  }
  if (text.length <= MAX_WORD) {
    const plain = text.replace(UNSEEN, "").replace(MINUS, "-");
    const odd = [...text].find((character) => !plain.includes(character));
    if (odd !== undefined && DECIMAL.test(plain.replace(",", "."))) {
      const code = `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      return MINUS_SIGN.test(odd)
        ? { reason: `is not a number: its minus sign is a different character (${code}); write "-"` }
        : {
            reason: `is not a number: it has an invisible character, such as a no-break space (${code}); remove it`,
          };
    }
  }
  return refusal(text, "is not a number");
}

export function readDate(text: string): ScalarReading {
  const parts = DATE.exec(text);
  if (parts === null) {
    if (TIMESTAMP.test(text)) {
      return { reason: "is a time, not just a date; write YYYY-MM-DD, or make the column TIMESTAMP" };
    }
    return LONG_YEAR.test(text)
      ? { reason: OUTSIDE_YEARS }
      : refusal(text, "is not a date in the form YYYY-MM-DD");
  }
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (year < 1) return { reason: OUTSIDE_YEARS };
  if (day < 1 || day > days) return { reason: "is not a valid calendar date" };
  return "value";
}

export function readTimestamp(text: string): ScalarReading {
  return readTime(text, false);
}

/** Reads a time and rounds it half up to the microsecond. */
export function readRoundedTimestamp(text: string): ScalarReading {
  return readTime(text, true);
}

function readTime(text: string, isRounded: boolean): ScalarReading {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) {
    if (LONG_YEAR.test(text)) return { reason: OUTSIDE_YEARS };
    return refusal(
      text,
      "is not a time in the form YYYY-MM-DDThh:mm:ss.ffffff with an optional zone (Z or +hh:mm)",
    );
  }
  const [
    ,
    date = "",
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "",
    zone = "",
    zoneHour,
    zoneMinute,
  ] = parts;
  const day = readDate(date);
  if (day !== "value") return day;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return { reason: "is not a time of day" };
  const [zoneHours, zoneMinutes] = [Number(zoneHour ?? 0), Number(zoneMinute ?? 0)];
  if (zoneHours > 14 || zoneMinutes > 59) return { reason: "has a time zone that does not exist" };
  if (!isRounded && FINE.test(fraction.slice(6))) {
    return { reason: TOO_FINE };
  }
  if (date.startsWith("0001-01-01") || date.startsWith("9999-12-31")) {
    const shift = (zone.startsWith("-") ? -1 : 1) * (zoneHours * 60 + zoneMinutes) * 60_000;
    const utc = Date.parse(
      `${date}T${hour.padStart(2, "0")}:${minute.padStart(2, "0")}:${second.padStart(2, "0")}Z`,
    );
    const carry = isRounded && Number(`0.${fraction.padEnd(9, "0").slice(0, 9)}`) >= 0.9999995 ? 1000 : 0;
    if (utc - shift < MIN_TIME || utc - shift + carry > MAX_TIME)
      return { reason: `${OUTSIDE_YEARS} in UTC` };
  }
  return "value";
}

export function refusal(text: string, reason: string): ScalarFault {
  return { reason, isPlaceholder: PLACEHOLDER.test(text) };
}
