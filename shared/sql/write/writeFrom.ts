import { identifier } from "#shared/duckdb/quoting.ts";
import type { FromItem, Name, Unnest } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { aliasOf, columnList } from "./clauses.ts";
import { type Writing, writeCondition } from "./writing.ts";

/** Returns the columns that joins with USING put first in `*`, those of the outermost join first. */
export function usingColumns(from: FromItem[]): string[] {
  const names = new Map<string, string>();
  let item = from[0];
  while (item?.kind === "join") {
    for (const { text } of item.using ?? []) {
      const key = text.toLowerCase();
      if (!names.has(key)) names.set(key, text);
    }
    if (hasUsing(item.right)) throw unclearStar(item.right);
    item = item.left;
  }
  const others = [...(item ? [item] : []), ...from.slice(1)];
  const unclear = others.find(hasUsing) ?? (names.size > 0 ? from[1] : undefined);
  if (unclear) throw unclearStar(unclear);
  return [...names.values()];
}

function hasUsing(item: FromItem): boolean {
  if (item.kind === "group") return hasUsing(item.of);
  return item.kind === "join" && (item.using !== undefined || hasUsing(item.left) || hasUsing(item.right));
}

function unclearStar({ at }: FromItem): Error {
  return new Refusal("SELECT * over such joins with USING is not available: list the columns", at);
}

export function writeFrom(item: FromItem, writing: Writing): string {
  switch (item.kind) {
    case "table": {
      const name = writing.bindings.cteUses.get(item) ?? writing.relationOf(item);
      const alias = item.alias ?? (item.parts.at(-1) as Name);
      return `${identifier(name)} AS ${identifier(alias.text)}${columnList(item.columns)}`;
    }
    case "subquery":
      return `(${writing.query(item.query, writing)})${aliasOf(item.alias, item.columns)}`;
    case "unnest":
      return writeUnnest(item, writing);
    case "group":
      return item.of.kind === "join" ? `(${writeFrom(item.of, writing)})` : writeFrom(item.of, writing);
    case "join": {
      const sides = `${writeFrom(item.left, writing)} ${item.type} JOIN ${writeFrom(item.right, writing)}`;
      if (item.using) return `${sides} USING ${columnList(item.using)}`;
      return item.on ? `${sides} ON ${writeCondition(item.on, writing)}` : sides;
    }
  }
}

/**
 * Writes UNNEST as a subquery that sees the preceding tables: arrays side by side, shorter ones padded with NULL. An
 * array of rows is expanded to a column per field if the alias has more columns than there are arrays.
 */
function writeUnnest(item: Unnest, writing: Writing): string {
  const arrays = item.arrays.map((array) => writing.expression(array, writing).sql);
  const named = item.columns.length - (item.ordinality ? 1 : 0);
  const opensRows = arrays.length === 1 && named > 1;
  if (item.columns.length > 0 && !opensRows && named !== arrays.length) {
    throw new Refusal(
      `UNNEST gives ${arrays.length + (item.ordinality ? 1 : 0)} columns, the alias names ${item.columns.length}`,
      item.at,
    );
  }
  const columns = arrays.map((array, index) =>
    opensRows ? `unnest(${array}, max_depth := 2)` : `unnest(${array}) AS ${identifier(`_col${index}`)}`,
  );
  if (item.ordinality) {
    const lengths = arrays.map((array) => `coalesce(len(${array}), 0)`);
    columns.push(`unnest(generate_series(1, greatest(${lengths.join(", ")}))) AS "ordinality"`);
  }
  const alias = item.alias ?? { text: "_unnest", quoted: true, at: item.at };
  return `(SELECT ${columns.join(", ")})${aliasOf(alias, item.columns)}`;
}
