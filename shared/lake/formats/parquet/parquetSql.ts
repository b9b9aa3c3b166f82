import type { ItemType } from "#shared/domain/column.ts";
import { columnType, itemOf, SCALAR } from "#shared/duckdb/columnTypes.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { mapped, packed, withoutNan } from "#shared/lake/formats/columnSql.ts";
import { AMINO_ACIDS, isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import { MISSING_REASON } from "#shared/lake/formats/readScalar.ts";
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

type Typed = ItemType & { name?: string };

/** Returns SQL that converts the file's value to the table's type. */
export function fromParquet(field: ParquetField, value: string, depth = 0): string {
  const { type } = field;
  if (field.untyped) return `CAST(NULL AS ${columnType(type)})`;
  if (type.type === "ARRAY") {
    const [item] = field.children;
    return item === undefined ? value : mapped(value, depth, (inner) => fromParquet(item, inner, depth + 1));
  }
  if (type.type === "STRUCT") {
    const child = (index: number) => field.children[index] as ParquetField;
    if (field.unwrapped) {
      const name = identifier(type.columns?.[0]?.name ?? "");
      return `struct_pack(${name} := ${fromParquet(child(0), value, depth)})`;
    }
    return packed(
      value,
      type,
      (_, inner, index) => fromParquet(child(index), inner, depth),
      (_, index) => child(index).name,
    );
  }
  const cast = `CAST(${value} AS ${SCALAR[type.type]})`;
  return type.type === "FLOAT64" ? withoutNan(cast) : cast;
}

export function parquetRules(
  type: Typed,
  field: ParquetField,
  value: string,
  path = "",
  depth = 0,
): ParquetRule[] {
  const rules = field.untyped
    ? []
    : valueRules(type, field, value).map((rule) => ({ ...rule, path, shown: true }));
  if (!type.nullable) {
    rules.push({ path, reason: MISSING_REASON, shown: false, broken: missing(type, field, value) });
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
      const inside = field.unwrapped ? value : extracted(value, child.name);
      for (const rule of parquetRules(column, child, inside, `${path}.${column.name}`, depth)) {
        const broken = field.unwrapped ? rule.broken : `(${value} IS NOT NULL AND ${rule.broken})`;
        rules.push({ ...rule, broken });
      }
    });
  }
  return rules;
}

function valueRules(type: Typed, field: ParquetField, value: string): Omit<ParquetRule, "path" | "shown">[] {
  const known = (condition: string) => `coalesce(${condition}, false)`;
  if (type.type === "FLOAT64") {
    return [
      { reason: "is infinite, which is no measurement", broken: known(`isinf(CAST(${value} AS DOUBLE))`) },
    ];
  }
  if (type.type === "DATE" || type.type === "TIMESTAMP") {
    const rules = [{ reason: "is not a date", broken: known(`NOT isfinite(CAST(${value} AS TIMESTAMP))`) }];
    if (field.nanoseconds) {
      rules.push({ reason: "is finer than a microsecond", broken: known(`epoch_ns(${value}) % 1000 <> 0`) });
    }
    return rules;
  }
  if (field.unsigned64) {
    return [
      {
        reason: "is outside the range of INT64",
        broken: known(`TRY_CAST(${value} AS BIGINT) IS NULL AND ${value} IS NOT NULL`),
      },
    ];
  }
  if (!isSequenceColumn(type)) return [];
  const reason = `is not a sequence of the capital letters ${AMINO_ACIDS} alone`;
  return [{ reason, broken: known(`regexp_matches(${value}, '[^${AMINO_ACIDS}]')`) }];
}

function missing(type: Typed, field: ParquetField, value: string): string {
  if (field.untyped) return "true";
  if (field.unwrapped) return "false";
  return type.type === "FLOAT64"
    ? `(${value} IS NULL OR isnan(CAST(${value} AS DOUBLE)))`
    : `${value} IS NULL`;
}

function extracted(struct: string, name: string): string {
  return `struct_extract(${struct}, ${literal(name)})`;
}
