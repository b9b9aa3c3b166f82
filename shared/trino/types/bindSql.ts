import { identifier } from "@pdp/basics/columns";

/** Values that may be repeated in an expression: names, numbers and short literals. Lambdas cannot be bound. */
const SIMPLE =
  /^(?:(?:"[^"]+"\.)?"[^"]+"|\("[^"]+"\)|-?\d+|'[^']{0,40}'|CAST\('[\d.-]{1,40}' AS [A-Z]+(?:\(\d+, \d+\))?\)|NULL|true|false|lambda .*)$/s;

/** Returns whether SQL text may contain a query, which DuckDB can compute only outside lambdas. */
export function hasQuery(sql: string): boolean {
  return sql.includes("SELECT ");
}

let depth = 0;

/** Writes a lambda parameter so that `.field` may follow it: in HAVING, DuckDB reads `"row".field` as a column. */
export function parameterSql(name: string): string {
  return `(${name})`;
}

/**
 * Writes an expression that repeats its values. Each value is computed once and is visible in lambdas. Nested calls within
 * `write` use different names.
 */
export function bindSql(values: readonly string[], write: (...names: string[]) => string): string {
  depth += 1;
  try {
    const row = identifier(`__b${depth}`);
    const bound = values.filter((value) => !SIMPLE.test(value));
    if (bound.length === 0) return write(...values);
    const isOne = bound.length === 1;
    const fields: string[] = [];
    const names = values.map((value) => {
      if (SIMPLE.test(value)) return value;
      fields.push(`'v${fields.length}': ${value}`);
      return isOne ? parameterSql(row) : `${parameterSql(row)}.v${fields.length - 1}`;
    });
    const list = isOne ? bound[0] : `{${fields.join(", ")}}`;
    return `list_transform([${list}], lambda ${row}: ${write(...names)})[1]`;
  } finally {
    depth -= 1;
  }
}

/** Maximum total length, in characters, of values that are repeated instead of bound. */
const MAX_REPEATED_CHARACTERS = 300;

/** Writes an expression that repeats its values, as `bindSql` does, but repeats short values directly, which is faster. */
export function bindLong(values: readonly string[], write: (...names: string[]) => string): string {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length > MAX_REPEATED_CHARACTERS || values.some(hasQuery)
    ? bindSql(values, write)
    : write(...values);
}

/** Writes a list with each item converted. */
export function eachSql(list: string, write: (item: string) => string): string {
  depth += 1;
  try {
    const item = identifier(`__b${depth}`);
    return `list_transform(${list}, lambda ${item}: ${write(parameterSql(item))})`;
  } finally {
    depth -= 1;
  }
}

/** Writes an expression for the list items that meet a condition; `at` is one-based. */
export function filterSql(list: string, write: (item: string, at: string) => string): string {
  depth += 1;
  try {
    const [item, at] = [identifier(`__b${depth}`), identifier(`__i${depth}`)];
    const condition = write(parameterSql(item), at);
    const parameters = condition.includes(at) ? `${item}, ${at}` : item;
    return `list_filter(${list}, lambda ${parameters}: ${condition})`;
  } finally {
    depth -= 1;
  }
}
