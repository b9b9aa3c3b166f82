/**
 * Way in which a cell shows a number: with its digits, as a date or time (`time` has no date), as a percentage, with fixed
 * digits, or in another way, which is not reproduced.
 */
export type NumberFormat =
  | { kind: "general" }
  | { kind: "date" }
  | { kind: "time" }
  | { kind: "fixed"; digits: number; decimals: number; isPercent: boolean }
  | { kind: "other" };

export const GENERAL: NumberFormat = { kind: "general" };
/** Percentage with signs or digits not covered by `FIXED`; its decimals are those of the value. */
const FREE_PERCENT: NumberFormat = { kind: "fixed", digits: 1, decimals: 10, isPercent: true };
const DATE: NumberFormat = { kind: "date" };
const TIME: NumberFormat = { kind: "time" };
const OTHER: NumberFormat = { kind: "other" };

/** Codes of built-in formats other than dates. */
const BUILT_IN: Record<number, string> = { 0: "General", 1: "0", 2: "0.00", 9: "0%", 10: "0.00%", 49: "@" };
/** Built-in formats that only show a time. */
const TIMES = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56]);
/** Built-in date formats, including those of East Asian versions. */
const DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
/** Maximum length of a format code, in characters; Excel allows 255. */
const MAX_CODE_CHARACTERS = 1_000;
const FIXED = /^(0+)(?:\.(0+))?(%?)$/;
/** Parts of a code that are shown literally, or do not affect the kind of value: colors, locales, padding. */
const LITERALS = /"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Codes for years, months, days, hours, minutes and seconds. Other letters only occur as literals. */
const DATE_OR_TIME = /[bdhmsy]/i;

/** Returns the format for a built-in id. */
export function builtInFormat(id: number): NumberFormat {
  if (DATES.has(id)) return DATE;
  if (TIMES.has(id)) return TIME;
  const code = BUILT_IN[id];
  return code === undefined ? OTHER : formatOfCode(code);
}

/** Returns the format for a code such as `0.00%` or `yyyy-mm-dd`. */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > MAX_CODE_CHARACTERS) return OTHER;
  if (/^(?:general|@)$/i.test(code)) return GENERAL;
  const fixed = FIXED.exec(code);
  if (fixed !== null) {
    const [, whole = "", decimals = "", percent = ""] = fixed;
    return { kind: "fixed", digits: whole.length, decimals: decimals.length, isPercent: percent !== "" };
  }
  const shown = code.replace(LITERALS, "");
  const [section = ""] = shown.split(";", 1);
  if (!DATE_OR_TIME.test(shown)) return section.includes("%") ? FREE_PERCENT : OTHER;
  const hasDate = /[ydb]|m{3}/i.test(section);
  return hasDate || !/[hs]/i.test(section) ? DATE : TIME;
}

/** Text of a number as shown in a spreadsheet program, and whether it represents exactly that number. */
export interface ShownText {
  text: string;
  isExact: boolean;
}

/** Returns the text shown in a cell that contains a number. Hidden digits of integers are included. */
export function shownText(value: number, format: NumberFormat): ShownText {
  if (format.kind === "general") return generalText(value);
  if (format.kind !== "fixed") return { text: String(value), isExact: false };
  const { digits, decimals, isPercent } = format;
  const scaled = isPercent ? Number((value * 100).toPrecision(15)) : value;
  const shown = Math.abs(scaled).toFixed(decimals);
  if (shown.includes("e")) return { text: String(value), isExact: false };
  const [whole = "", fraction = ""] = shown.split(".");
  const padded = `${whole.padStart(digits, "0")}${fraction === "" ? "" : `.${fraction}`}`;
  const text = format === FREE_PERCENT ? padded.replace(/\.?0+$/, "") : padded;
  const isNegative = scaled < 0 && Number(shown) !== 0;
  return {
    text: `${isNegative ? "-" : ""}${text}${isPercent ? "%" : ""}`,
    isExact: Number(shown) === Math.abs(scaled),
  };
}

/** Maximum number of characters shown by the format General. */
const GENERAL_CHARACTERS = 11;

function generalText(value: number): ShownText {
  const text = String(value);
  if (!text.includes("e")) return { text, isExact: text.replace("-", "").length <= GENERAL_CHARACTERS };
  const [mantissa = "", exponent = ""] = text.split("e");
  const power = Number(exponent);
  const sign = power < 0 ? "-" : "+";
  // General shows at most six digits of the mantissa.
  const isExact = mantissa.replace(/[-.]/g, "").length <= 6;
  return { text: `${mantissa}E${sign}${String(Math.abs(power)).padStart(2, "0")}`, isExact };
}
