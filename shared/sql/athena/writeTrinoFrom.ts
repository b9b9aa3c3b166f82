import { identifier } from "#shared/duckdb/quoting.ts";
import type { FromItem, Name } from "#shared/sql/parse/ast.ts";
import { type TrinoWriting, writeList } from "./trinoWriting.ts";

/** Writes one item of FROM in Trino's dialect. A table gets its generated name, with the author's name as its alias. */
export function writeTrinoFrom(item: FromItem, writing: TrinoWriting): string {
  switch (item.kind) {
    case "table": {
      const alias = item.alias ?? item.parts.at(-1);
      return `${identifier(writing.tree.nameOfTable(item))}${aliasOf(alias, item.columns)}`;
    }
    case "subquery": {
      const query = `(${writing.query(item.query, writing)})${aliasOf(item.alias, item.columns)}`;
      return item.lateral ? `LATERAL ${query}` : query;
    }
    case "unnest": {
      const ordinality = item.ordinality ? " WITH ORDINALITY" : "";
      return `UNNEST(${writeList(item.arrays, writing)})${ordinality}${aliasOf(item.alias, item.columns)}`;
    }
    case "group":
      return `(${writeTrinoFrom(item.of, writing)})`;
    case "join": {
      const right = writeTrinoFrom(item.right, writing);
      const grouped = item.right.kind === "join" ? `(${right})` : right;
      const sides = `${writeTrinoFrom(item.left, writing)} ${item.type} JOIN ${grouped}`;
      if (item.using) return `${sides} USING ${trinoColumnList(item.using)}`;
      return item.on ? `${sides} ON ${writing.expression(item.on, writing)}` : sides;
    }
  }
}

export function trinoColumnList(columns: readonly Name[]): string {
  return columns.length === 0 ? "" : `(${columns.map(({ text }) => identifier(text)).join(", ")})`;
}

function aliasOf(alias: Name | undefined, columns: readonly Name[]): string {
  return alias ? ` AS ${identifier(alias.text)}${trinoColumnList(columns)}` : "";
}
