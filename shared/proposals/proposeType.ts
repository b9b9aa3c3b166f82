import { type ColumnType, isNumber } from "@pdp/basics/columns";
import { unitReason } from "./cellUnits.ts";
import { areCloneNames, findInexact, notationReason } from "./notationReason.ts";
import { namedException, shownValue } from "./shownValue.ts";

/** Cell of a sample: its text, or null if it is empty. */
export type SampleCell = string | null;

/** Tells whether a string can be read as a value of a type. */
export type Fits = (type: ColumnType, text: string) => boolean;

export interface ProposedType {
  type: ColumnType;
  /** Reason for proposing STRING although most values have another type; a sentence without a period. */
  reason?: string;
  /** Words in the column that denote a missing value, as spelled there. */
  missing: string[];
}

/**
 * Words that laboratories and their software use for missing values. Words that consist of amino acid letters may be sequences
 * instead.
 */
const MISSING_WORD =
  /^(?:na|n\/a|#na|#n\/a(?: n\/a)?|<na>|n\.a\.?|-?nan|nat|-?1\.#(?:ind|qnan)|null|none|nil|nd|n\.d\.?|n\/d|not determined|not detected|not measured|missing|missed|unknown|undetermined|empty|failed|fail|error|invalid|blq|bql|bloq|aloq|loq|lod|[<>]\s?(?:lod|loq|lloq|uloq)|below (?:lod|loq|detection)|ovrflw|overflow|over|saturated|no data|no value|-+|–|—|\.+|\?+|\*+|#(?:div\/0|value|ref|name|num|null|n\/a|spill|calc|field|blocked|connect|unknown|busy)[!?]?)$/i;
const MAX_WORDS = 50;
const MAX_WORD_LENGTH = 100;
/** Share of the values above which a note explains why the column does not have their type. */
const REASON_SHARE = 0.5;
const MIN_REASON_VALUES = 3;
/** Numbers with leading zeros are identifiers, such as barcodes. */
export const LEADING_ZEROS = /^[+-]?0\d/;
const INSERTION_CODE = /^-?\d{1,6}[A-Za-z]{1,2}$/;
export const TRUTH_WORD = /^(?:true|false|yes|no)$/i;

/** Tells whether a string denotes a missing value. */
export function isMissingWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && MISSING_WORD.test(text.trim());
}

/**
 * Proposes the type of a column from a sample: the type that fits all cells. `proposeMajority` proposes one that fits most of
 * them.
 */
export function proposeType(cells: readonly SampleCell[], fits: Fits): ProposedType {
  const values = cells.filter((cell): cell is string => cell !== null && cell.trim() !== "");
  const words = new Set(values.filter(isMissingWord).map((word) => word.trim()));
  const others = values.filter((value) => !words.has(value.trim()));
  for (const type of ["INT64", "FLOAT64", "BOOL", "DATE", "TIMESTAMP"] as const) {
    if (others.length === 0 || !isNatural(type, others)) continue;
    if (others.every((value) => fits(type, value))) {
      const missing = [...words].filter((word) => !fits(type, word));
      if (missing.length <= MAX_WORDS) return { type, missing };
    }
  }
  const reason =
    notationReason(others, (text) => fits("FLOAT64", text)) ??
    unitReason(others) ??
    reasonForText(others, fits);
  return { type: "STRING", missing: [], ...(reason && { reason }) };
}

/** Names the value that turns a column of numbers or times into text. */
function reasonForText(values: readonly string[], fits: Fits): string | undefined {
  const zeros = values.find((value) => LEADING_ZEROS.test(value.trim()));
  const isMostly = (count: number) =>
    values.length >= MIN_REASON_VALUES && count >= REASON_SHARE * values.length;
  const kinds = { FLOAT64: "number", DATE: "date", TIMESTAMP: "time" } as const;
  const coded = values.find((value) => INSERTION_CODE.test(value.trim()));
  if (
    coded !== undefined &&
    values.some((value) => fits("INT64", value)) &&
    values.every((value) => fits("INT64", value) || INSERTION_CODE.test(value.trim()))
  )
    return `text, because ${shownValue(coded)} is a residue number with an insertion code`;
  for (const [type, name] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    const others = values.filter((value) => !fits(type, value));
    if (!isMostly(values.length - others.length)) continue;
    if (others.length > 0)
      return `text, because ${namedException(others, `is not a ${name}`, `are not ${name}s`)}`;
    if (zeros !== undefined)
      return `text, because ${shownValue(zeros)} starts with a zero, like an identifier`;
  }
  return undefined;
}

/** Tells whether strings that can be read as a type usually have that type. */
function isNatural(type: ColumnType, values: readonly string[]): boolean {
  if (type === "FLOAT64" && (areCloneNames(values) || findInexact(values) !== undefined)) return false;
  if (isNumber(type)) return !values.some((value) => LEADING_ZEROS.test(value.trim()));
  return type !== "BOOL" || values.every((value) => TRUTH_WORD.test(value.trim()));
}
