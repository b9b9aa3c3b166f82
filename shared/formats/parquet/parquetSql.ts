import {
  columnType,
  identifier,
  isScalar,
  literal,
  mapList,
  namedItemOf,
  packStruct,
  SCALARS,
  type ScalarDescriptor,
  sequenceRuleOf,
  type ValueType,
} from "@pdp/basics/columns";
import type { Notation } from "../cellRules.ts";
import { INFINITE_REASON, MISSING_REASON, OUTSIDE_INT64, TOO_FINE } from "../readScalar.ts";
import { foreignPattern } from "../readSequence.ts";
import { grammarOf, withoutNan } from "../valueGrammar.ts";
import { int96Nanoseconds } from "./exactTimes.ts";
import type { ParquetField } from "./parquetSchema.ts";

const NOT_TEXT = "contains an invalid text character";
const OUTSIDE_YEARS = "is not a date in the years 1 to 9999";
const INEXACT =
  "has more digits than FLOAT64 can store; load the column as INT64 or STRING, or round it before uploading";

/** Rule for values that is not guaranteed by the Parquet type. */
export interface ParquetRule {
  /** Path within the column, such as `.field[]`. */
  path: string;
  reason: string;
  /** True if the problem shows the value. */
  shown: boolean;
  /** Faster condition, which is true at least for all rows where `broken` is true. */
  guard?: string;
  /** SQL condition that is true for a row that violates the rule, and not true if an enclosing value is missing. */
  broken: string;
}

/** Returns SQL that converts the file's value to the table's type. */
export function fromParquet(field: ParquetField, value: string, notation: Notation, depth = 0): string {
  const { type } = field;
  if (field.untyped) return `CAST(NULL AS ${columnType(type)})`;
  if (type.type === "ARRAY") {
    const [item] = field.children;
    return item === undefined
      ? value
      : mapList(value, depth, (inner) => fromParquet(item, inner, notation, depth + 1));
  }
  if (type.type === "STRUCT") {
    const child = (index: number) => field.children[index] as ParquetField;
    if (field.unwrapped) {
      const name = identifier(type.columns?.[0]?.name ?? "");
      return `struct_pack(${name} := ${fromParquet(child(0), value, notation, depth)})`;
    }
    return packStruct(
      value,
      type,
      (_, inner, index) => fromParquet(child(index), inner, notation, depth),
      (_, index) => child(index).name,
    );
  }
  if (type.type === "TIMESTAMP" && field.fineTimes !== undefined) return roundedTime(field, value);
  const cast = `CAST(${value} AS ${columnType(type)})`;
  if (sequenceRuleOf(type) !== undefined) return sequenceSql(type, cast, notation);
  return grammarOf(type)?.hasNan && field.mayBeNan ? withoutNan(cast) : cast;
}

/** Returns SQL for a sequence; an empty sequence counts as missing. */
function sequenceSql(type: ValueType, text: string, notation: Notation): string {
  return grammarOf(type, notation)?.fromText(text) ?? text;
}

/** Rounds a time half up to microseconds. */
function roundedTime(field: ParquetField, value: string): string {
  const nanoseconds = `(${nanosecondsOf(field, value)} + 500)`;
  // The remainder of a negative number is negative.
  const floor = `(${nanoseconds} - ((${nanoseconds} % 1000) + 1000) % 1000) // 1000`;
  return `make_timestamp(CAST(${floor} AS BIGINT))`;
}

function nanosecondsOf(field: ParquetField, value: string): string {
  return field.fineTimes === "INT96" ? int96Nanoseconds(value) : `CAST(epoch_ns(${value}) AS HUGEINT)`;
}

export function parquetRules(
  type: ValueType,
  field: ParquetField,
  value: string,
  notation: Notation,
  path = "",
  depth = 0,
): ParquetRule[] {
  const rules = field.untyped
    ? []
    : valueRules(type, field, value, notation).map((rule) => ({ ...rule, path, shown: true }));
  if (!type.nullable) {
    rules.push({
      path,
      reason: MISSING_REASON,
      shown: false,
      broken: isMissingSql(type, field, value, notation),
    });
  }
  if (field.untyped) return rules;
  if (type.type === "ARRAY") {
    const inner = parquetRules(
      namedItemOf(type),
      field.children[0] as ParquetField,
      `x${depth}`,
      notation,
      `${path}[]`,
      depth + 1,
    );
    for (const { guard: _, ...rule } of inner) {
      const broken = `coalesce(len(list_filter(${value}, lambda x${depth}: ${rule.broken})) > 0, false)`;
      rules.push({ ...rule, broken });
    }
  } else if (type.type === "STRUCT") {
    (type.columns ?? []).forEach((column, index) => {
      const child = field.children[index] as ParquetField;
      const inside = field.unwrapped ? value : extractField(value, child.name);
      for (const { guard: _, ...rule } of parquetRules(
        column,
        child,
        inside,
        notation,
        `${path}.${column.name}`,
        depth,
      )) {
        const broken = field.unwrapped ? rule.broken : `(${value} IS NOT NULL AND ${rule.broken})`;
        rules.push({ ...rule, broken });
      }
    });
  }
  return rules;
}

function valueRules(
  type: ValueType,
  field: ParquetField,
  value: string,
  notation: Notation,
): Pick<ParquetRule, "reason" | "broken" | "guard">[] {
  const rule = (reason: string, condition: string) => ({ reason, broken: `coalesce(${condition}, false)` });
  if (!isScalar(type.type)) return [];
  const { values, pattern }: ScalarDescriptor = SCALARS[type.type];
  switch (values) {
    case "whole":
      if (!field.unsigned64) return [];
      return [rule(OUTSIDE_INT64, `TRY_CAST(${value} AS BIGINT) IS NULL AND ${value} IS NOT NULL`)];
    case "decimal":
      if (field.decimals !== undefined) return [rule(INEXACT, isInexactSql(field, value))];
      if (!field.mayBeNan) return [];
      return [
        {
          ...rule(INFINITE_REASON, `isinf(CAST(${value} AS DOUBLE))`),
          guard: `NOT isfinite(CAST(${value} AS DOUBLE))`,
        },
      ];
    case "date":
      return [rule(OUTSIDE_YEARS, `${value} < DATE '0001-01-01' OR ${value} > DATE '9999-12-31'`)];
    case "time":
      return timeRules(field, value, notation).map(([reason, condition]) => rule(reason, condition));
    case "text": {
      const sequence = sequenceRuleOf(type);
      if (pattern !== undefined)
        return [
          rule(
            pattern.refusal,
            `NOT regexp_matches(${value}, ${literal(pattern.matches.source)}, ${literal(pattern.matches.ignoreCase ? "i" : "c")})`,
          ),
        ];
      if (sequence === undefined) return [rule(NOT_TEXT, `contains(${value}, chr(0))`)];
      return [
        rule(
          `is not a sequence: ${sequence.allowed}`,
          `regexp_matches(${sequenceSql(type, value, notation)}, '${foreignPattern(sequence)}')`,
        ),
      ];
    }
    case "boolean":
      return [];
  }
}

/** Rules for times: `[reason, condition]`. */
function timeRules(field: ParquetField, value: string, { times }: Notation): [string, string][] {
  const isTooFine: [string, string] = [TOO_FINE, `${nanosecondsOf(field, value)} % 1000 <> 0`];
  const fine = field.fineTimes !== undefined && times !== "ROUND" ? [isTooFine] : [];
  if (field.fineTimes === "INT96") {
    const [first, behind] = [-62_135_596_800n, 253_402_300_800n].map((second) => second * 1_000_000_000n);
    const nanoseconds = nanosecondsOf(field, value);
    return [[OUTSIDE_YEARS, `${nanoseconds} < ${first} OR ${nanoseconds} >= ${behind}`], ...fine];
  }
  const time = `CAST(${value} AS TIMESTAMP)`;
  const outside = `${time} < TIMESTAMP '0001-01-01' OR ${time} >= TIMESTAMP '10000-01-01'`;
  return [[OUTSIDE_YEARS, `NOT isfinite(${time}) OR ${outside}`], ...fine];
}

/** Writes the condition for an integer or decimal that loses digits as FLOAT64. */
function isInexactSql({ decimals = 0 }: ParquetField, value: string): string {
  const back = decimals === 0 ? "HUGEINT" : `DECIMAL(38, ${decimals})`;
  return `TRY_CAST(CAST(${value} AS DOUBLE) AS ${back}) IS DISTINCT FROM CAST(${value} AS ${back})`;
}

function isMissingSql(type: ValueType, field: ParquetField, value: string, notation: Notation): string {
  if (field.untyped) return "true";
  if (field.unwrapped) return "false";
  if (sequenceRuleOf(type) !== undefined) return `${sequenceSql(type, value, notation)} IS NULL`;
  return grammarOf(type)?.hasNan && field.mayBeNan
    ? `(${value} IS NULL OR isnan(CAST(${value} AS DOUBLE)))`
    : `${value} IS NULL`;
}

function extractField(struct: string, name: string): string {
  return `struct_extract(${struct}, ${literal(name)})`;
}
