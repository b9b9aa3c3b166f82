import { isName } from "@pdp/basics/columns";
import { IN_BRACKETS, isUnit, POWER } from "./headerUnit.ts";

/** Words that replace characters not allowed in SQL names. */
const WORDS: readonly [RegExp, string][] = [
  [/°\s*C\b/g, " celsius "],
  [/°\s*F\b/g, " fahrenheit "],
  [/°/g, " degrees "],
  [/%/g, " percent "],
  [/[µμ]/g, "u"],
  [/Å/g, " angstrom "],
  [/Δ/g, " delta "],
  [/α/g, " alpha "],
  [/β/g, " beta "],
  [/γ/g, " gamma "],
  [/λ/g, " lambda "],
  [/Ω/g, " ohm "],
  [/ß/g, "ss"],
  [/\//g, " per "],
  [/#/g, " number "],
  [/&/g, " and "],
  [/\+$/g, " plus "],
];
const MAX_LENGTH = 100;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Unit with an exponent of -1, or another unit. */
const FACTOR = /([\p{L}%°]+)(\^?\(?[-−]1\)?|⁻¹)?/gu;
/**
 * Proposes SQL names for the columns of a header, such as `tm_celsius` for `Tm (°C)`: unique ignoring case, and not
 * reserved according to `isReserved`. Names are in lower case, apart from reciprocal units.
 */
export function proposeNames(header: readonly string[], isReserved: (word: string) => boolean): string[] {
  const usedNames = new Set<string>();
  return header.map((text, index) => {
    const proposed = nameOf(text) || `column_${index + 1}`;
    const base = isReserved(proposed.toUpperCase()) ? `${proposed}_value` : proposed;
    let name = base;
    for (let count = 2; usedNames.has(name.toLowerCase()); count++) name = `${base}_${count}`;
    usedNames.add(name.toLowerCase());
    return name;
  });
}

/** Returns an SQL name for a header; empty if none of its characters are allowed. */
function nameOf(header: string): string {
  // Some tools mark the line with the names as a comment: `#CHROM`.
  let text = header
    .slice(0, 1_000)
    .normalize("NFC")
    .replace(/^#+(?=\p{L})/u, "");
  const unit = perUnit(IN_BRACKETS.exec(text)?.[1] ?? "");
  if (unit !== undefined) text = text.replace(IN_BRACKETS, "");
  for (const [sign, word] of WORDS) text = text.replace(sign, word);
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, "");
  const full = [plain, unit].filter(Boolean).join("_");
  const name = /^\d/.test(full) ? `c_${full}` : full;
  return isName(name) ? name : "";
}

/**
 * Returns the words for a unit with reciprocal factors, such as `per_M_s` for `1/Ms`, `M-1 s-1` and `M⁻¹s⁻¹`; undefined for
 * other units. Their case is kept, because `M` and `m` differ.
 */
function perUnit(stated: string): string | undefined {
  if (!isUnit(stated.trim())) return undefined;
  const scale = POWER.exec(stated.trim());
  const unit = stated.trim().slice(scale?.[0].length ?? 0);
  const text = unit.replace(/[µμ]/g, "u");
  const isInverse = /^1\s*\//.test(text);
  const factorText = isInverse ? text.slice(1) : text;
  const slash = factorText.indexOf("/");
  const factors = [...factorText.matchAll(FACTOR)].flatMap(([, name = "", exponent], at, all) =>
    splitUnit(name).map((word, part, parts) => {
      const isNegative = exponent !== undefined && part === parts.length - 1;
      const isAfterSlash = slash >= 0 && (all[at]?.index ?? 0) > slash;
      return { word, isNegative, isBelow: isNegative !== isAfterSlash };
    }),
  );
  const rest = factorText.replace(FACTOR, "").replace(/[\s.·⋅*()/]/g, "");
  const isReciprocal = isInverse || factors.some(({ isNegative }) => isNegative);
  if (rest !== "" || !(isReciprocal || scale)) return undefined;
  const words = (wanted: boolean) =>
    factors.filter(({ isBelow }) => isBelow === wanted).map(({ word }) => word);
  const below = words(true);
  return [
    ...(scale ? [powerName(scale)] : []),
    ...words(false),
    ...(below.length > 0 ? ["per"] : []),
    ...below,
  ]
    .join("_")
    .replace(/%/g, "percent")
    .replace(/[^A-Za-z0-9_]/g, "");
}

/** Returns the words for a power of ten, such as `1e3` and `1e_minus_9`. */
function powerName([, caret = "", superscript = "", exponent = ""]: RegExpExecArray): string {
  const digits = [...(caret || exponent || superscript)].map((sign) => {
    const digit = SUPERSCRIPTS.indexOf(sign);
    return digit < 0 ? sign.replace(/[-−⁻]/, "_minus_").replace("+", "") : String(digit);
  });
  return `1e${digits.join("")}`;
}

/** Splits units written without a separator, such as `Ms` for molar seconds. */
function splitUnit(name: string): string[] {
  const [, molar, time] = /^([mun]?M)(s|min|h)$/.exec(name) ?? [];
  return molar === undefined || time === undefined ? [name] : [molar, time];
}
