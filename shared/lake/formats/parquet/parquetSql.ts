import type { ValueType } from "#shared/domain/column.ts";
import { columnType, itemOf } from "#shared/duckdb/columnTypes.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { mapList, packStruct } from "#shared/lake/formats/columnSql.ts";
import { AMINO_ACIDS, isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import {
  FOREIGN_RESIDUE,
  INFINITE_REASON,
  MISSING_REASON,
  OUTSIDE_INT64,
  TOO_FINE,
} from "#shared/lake/formats/readScalar.ts";
import { grammarOf, withoutNan } from "#shared/lake/formats/valueGrammar.ts";
import type { ParquetField } from "./parquetSchema.ts";

/** Rule for values that the Parquet type does not guarantee. */
export interface ParquetRule {
  /** Path inside the column, as `.field[]`. */
  path: string;
  reason: string;
  /** True if the problem shows the value. */
  shown: boolean;
  /** SQL condition that is true for a row that violates the rule, and not for missing enclosing values. */
  broken: string;
}

/** Returns SQL that converts the file's value to the table's type. */
export function fromParquet(field: ParquetField, value: string, depth = 0): string {
  const { type } = field;
  if (field.untyped) return `CAST(NULL AS ${columnType(type)})`;
  if (type.type === "ARRAY") {
    const [item] = field.children;
    return item === undefined ? value : mapList(value, depth, (inner) => fromParquet(item, inner, depth + 1));
  }
  if (type.type === "STRUCT") {
    const child = (index: number) => field.children[index] as ParquetField;
    if (field.unwrapped) {
      const name = identifier(type.columns?.[0]?.name ?? "");
      return `struct_pack(${name} := ${fromParquet(child(0), value, depth)})`;
    }
    return packStruct(
      value,
      type,
      (_, inner, index) => fromParquet(child(index), inner, depth),
      (_, index) => child(index).name,
    );
  }
  const cast = `CAST(${value} AS ${columnType(type)})`;
  return grammarOf(type)?.hasNan ? withoutNan(cast) : cast;
}

export function parquetRules(
  type: ValueType,
  field: ParquetField,
  value: string,
  path = "",
  depth = 0,
): ParquetRule[] {
  const rules = field.untyped
    ? []
    : valueRules(type, field, value).map((rule) => ({ ...rule, path, shown: true }));
  if (!type.nullable) {
    rules.push({ path, reason: MISSING_REASON, shown: false, broken: isMissingSql(type, field, value) });
  }
  if (field.untyped) return rules;
  if (type.type === "ARRAY") {
    const inner = parquetRules(
      itemOf(type),
      field.children[0] as ParquetField,
      `x${depth}`,
      `${path}[]`,
      depth + 1,
    );
    for (const rule of inner) {
      const broken = `coalesce(len(list_filter(${value}, lambda x${depth}: ${rule.broken})) > 0, false)`;
      rules.push({ ...rule, broken });
    }
  } else if (type.type === "STRUCT") {
    (type.columns ?? []).forEach((column, index) => {
      const child = field.children[index] as ParquetField;
      const inside = field.unwrapped ? value : extractField(value, child.name);
      for (const rule of parquetRules(column, child, inside, `${path}.${column.name}`, depth)) {
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
): Pick<ParquetRule, "reason" | "broken">[] {
  const rule = (reason: string, condition: string) => ({ reason, broken: `coalesce(${condition}, false)` });
  switch (type.type) {
    case "INT64":
      if (!field.unsigned64) return [];
      return [rule(OUTSIDE_INT64, `TRY_CAST(${value} AS BIGINT) IS NULL AND ${value} IS NOT NULL`)];
    case "FLOAT64":
      return [rule(INFINITE_REASON, `isinf(CAST(${value} AS DOUBLE))`)];
    case "DATE":
    case "TIMESTAMP": {
      const isDate = rule("is not a date", `NOT isfinite(CAST(${value} AS TIMESTAMP))`);
      return field.nanoseconds ? [isDate, rule(TOO_FINE, `epoch_ns(${value}) % 1000 <> 0`)] : [isDate];
    }
    case "STRING":
      if (!isSequenceColumn(type)) return [];
      return [
        rule(
          `is not a sequence of the capital letters ${AMINO_ACIDS} alone`,
          `regexp_matches(${value}, '${FOREIGN_RESIDUE}')`,
        ),
      ];
    case "BOOL":
    case "STRUCT":
    case "ARRAY":
      return [];
  }
}

function isMissingSql(type: ValueType, field: ParquetField, value: string): string {
  if (field.untyped) return "true";
  if (field.unwrapped) return "false";
  return grammarOf(type)?.hasNan
    ? `(${value} IS NULL OR isnan(CAST(${value} AS DOUBLE)))`
    : `${value} IS NULL`;
}

function extractField(struct: string, name: string): string {
  return `struct_extract(${struct}, ${literal(name)})`;
}
