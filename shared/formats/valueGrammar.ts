import {
  SCALARS,
  type ScalarDescriptor,
  type ScalarType,
  type SequenceRule,
  sequenceRuleOf,
  type ValueKind,
  type ValueType,
} from "@pdp/basics/columns";
import type { Notation } from "./cellRules.ts";
import {
  NOT_BOOLEAN,
  readAnyText,
  readBoolean,
  readCommaDecimal,
  readDate,
  readDecimal,
  readInteger,
  readRoundedTimestamp,
  readTimestamp,
  refusal,
  type ScalarReading,
} from "./readScalar.ts";
import { normalizedSequenceReader, normalizedSequenceSql, sequenceReader } from "./readSequence.ts";
import {
  type FastCheck,
  looksLikeBoolean,
  looksLikeCommaDecimal,
  looksLikeDecimal,
  looksLikeInteger,
  looksLikeSequence,
} from "./text/fastCheck.ts";

/** Grammar for the values of one type as text and in JSON, and the SQL with which the engine reads them. */
export interface ValueGrammar {
  /** Reads a string according to the complete rules, with which all other members agree. */
  read: (text: string) => ScalarReading;
  /** Reads the bytes of a string that is in one of the most common notations. */
  fastCheck: (bytes: Uint8Array, start: number, end: number) => FastCheck;
  /** True if the space around a string is part of the value. */
  isText?: true;
  /** True if a quoted empty string is a value. */
  hasEmptyText?: true;
  /** Expected kind of JSON value, and the reason for rejecting a value of another kind. */
  jsonKind: "boolean" | "number" | "string";
  notJsonKind: string;
  /** Returns SQL that converts a string accepted by `read`; it need not reject other strings. */
  fromText: (text: string) => string;
  /** True if the engine's CSV reader can read the most common notations itself, which is faster than `fromText`. */
  isReadByEngine?: true | undefined;
  /** True if the DuckDB type has NaN, which denotes a missing value. */
  hasNan?: true;
}

const GRAMMARS: Record<ValueKind, ValueGrammar> = {
  boolean: {
    read: readBoolean,
    fastCheck: looksLikeBoolean,
    jsonKind: "boolean",
    notJsonKind: NOT_BOOLEAN,
    fromText: (text) => `TRY_CAST(${text} AS BOOLEAN)`,
    isReadByEngine: true,
  },
  whole: {
    read: readInteger,
    fastCheck: looksLikeInteger,
    jsonKind: "number",
    notJsonKind: "is not a number",
    fromText: (text) => `TRY_CAST(${text} AS BIGINT)`,
    isReadByEngine: true,
  },
  decimal: {
    read: readDecimal,
    fastCheck: looksLikeDecimal,
    jsonKind: "number",
    notJsonKind: "is not a number",
    fromText: (text) => withoutNan(`TRY_CAST(${text} AS DOUBLE)`),
    isReadByEngine: true,
    hasNan: true,
  },
  text: {
    read: readAnyText,
    fastCheck: () => "value",
    isText: true,
    hasEmptyText: true,
    jsonKind: "string",
    notJsonKind: "is not a string",
    fromText: (text) => text,
  },
  date: {
    read: readDate,
    fastCheck: () => "unsure",
    jsonKind: "string",
    notJsonKind: 'is not a date string in the form "YYYY-MM-DD"',
    fromText: (text) => `TRY_CAST(${text} AS DATE)`,
    isReadByEngine: true,
  },
  time: {
    read: readTimestamp,
    fastCheck: () => "unsure",
    jsonKind: "string",
    notJsonKind: "is not a time written as ISO 8601 text",
    fromText: timestampFromText,
  },
};

const COMMA_FLOAT64: ValueGrammar = {
  ...GRAMMARS.decimal,
  read: readCommaDecimal,
  fastCheck: looksLikeCommaDecimal,
  fromText: (text) => GRAMMARS.decimal.fromText(`replace(${text}, ',', '.')`),
  isReadByEngine: undefined,
};

const ROUNDED_TIMESTAMP: ValueGrammar = {
  ...GRAMMARS.time,
  read: readRoundedTimestamp,
  fromText: roundedTimestampFromText,
};

type SequenceNotation = NonNullable<Notation["sequences"]>;

const SEQUENCES: Record<SequenceNotation, Map<SequenceRule, ValueGrammar>> = {
  EXACT: new Map(),
  NORMALIZE: new Map(),
};

function sequenceGrammar(rule: SequenceRule, notation: SequenceNotation): ValueGrammar {
  const grammars = SEQUENCES[notation];
  const known = grammars.get(rule);
  if (known) return known;
  const isExact = notation === "EXACT";
  const { hasEmptyText: _, ...text } = GRAMMARS.text;
  const grammar: ValueGrammar = {
    ...text,
    read: isExact ? sequenceReader(rule) : normalizedSequenceReader(rule),
    fastCheck: looksLikeSequence(rule.alphabet),
    fromText: (value) => `nullif(${isExact ? value : normalizedSequenceSql(value, rule)}, '')`,
  };
  grammars.set(rule, grammar);
  return grammar;
}

/** Returns the grammar of a column or item; undefined for a STRUCT or an ARRAY, which is written as JSON. */
export function grammarOf(type: ValueType, notation: Notation = {}): ValueGrammar | undefined {
  if (type.type === "STRUCT" || type.type === "ARRAY") return undefined;
  if (type.type === "FLOAT64" && notation.decimal === ",") return COMMA_FLOAT64;
  if (type.type === "TIMESTAMP" && notation.times === "ROUND") return ROUNDED_TIMESTAMP;
  const rule = sequenceRuleOf(type);
  if (rule !== undefined) return sequenceGrammar(rule, notation.sequences ?? "EXACT");
  const { values, pattern }: ScalarDescriptor = SCALARS[type.type];
  return pattern === undefined ? GRAMMARS[values] : patternGrammar(pattern);
}

type Pattern = NonNullable<ScalarDescriptor["pattern"]>;

const PATTERNS = new Map<Pattern, ValueGrammar>();

/** Grammar of texts that follow a pattern. */
function patternGrammar(pattern: Pattern): ValueGrammar {
  const known = PATTERNS.get(pattern);
  if (known) return known;
  const { isText: _, hasEmptyText: __, ...text } = GRAMMARS.text;
  const grammar: ValueGrammar = {
    ...text,
    read: (value) => (pattern.matches.test(value) ? "value" : refusal(value, pattern.refusal)),
    fastCheck: () => "unsure",
  };
  PATTERNS.set(pattern, grammar);
  return grammar;
}

/** DuckDB type for reading the JSON values of a scalar type: values written as strings are converted afterwards. */
export function jsonScalarType(type: ScalarType): string {
  const { values, duckDb } = SCALARS[type];
  return GRAMMARS[values].jsonKind === "string" ? SCALARS.STRING.duckDb : duckDb;
}

/** Returns SQL that converts NaN to NULL, because NaN would be greater than every number. */
export function withoutNan(value: string): string {
  return `CASE WHEN isnan(${value}) THEN NULL ELSE ${value} END`;
}

/**
 * Converts a time to UTC; a time without a zone is UTC, the zone of the connection. The engine requires seconds before a zone.
 */
function timestampFromText(text: string): string {
  const withSeconds = `regexp_replace(${text}, '^(.{10}[T ]\\d\\d:\\d\\d)([Z+-])', '\\1:00\\2')`;
  const cast = (value: string) => `TRY_CAST(${value} AS TIMESTAMPTZ)`;
  return `(coalesce(${cast(text)}, ${cast(withSeconds)}) AT TIME ZONE 'UTC')`;
}

/** Converts a time to UTC; digits beyond microseconds are rounded half up. */
function roundedTimestampFromText(text: string): string {
  const cut = timestampFromText(`regexp_replace(${text}, '([.]\\d{6})\\d+', '\\1')`);
  const roundsUp = `regexp_matches(${text}, '[.]\\d{6}[5-9]')`;
  return `(${cut} + CASE WHEN ${roundsUp} THEN INTERVAL 1 MICROSECOND ELSE INTERVAL 0 MICROSECOND END)`;
}
