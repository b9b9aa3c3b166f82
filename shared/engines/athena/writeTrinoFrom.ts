import { identifier } from "@pdp/basics/columns";
import type { FromItem } from "@pdp/trino/parse";
import { aliasOf, columnList, writeList } from "@pdp/trino/write";
import type { TrinoWriting } from "./trinoWriting.ts";

/** Writes one FROM item in Trino's dialect. A table gets its generated name, with the author's name as its alias. */
export function writeTrinoFrom(item: FromItem, writing: TrinoWriting): string {
  switch (item.kind) {
    case "table": {
      const alias = item.alias ?? item.parts.at(-1);
      return `${identifier(writing.tree.nameOfTable(item))}${aliasOf(alias, item.columns)}`;
    }
    case "subquery": {
      const query = `(${writing.query(item.query)})${aliasOf(item.alias, item.columns)}`;
      return item.lateral ? `LATERAL ${query}` : query;
    }
    case "unnest": {
      const ordinality = item.ordinality ? " WITH ORDINALITY" : "";
      return `UNNEST(${writeList(item.arrays, writing)})${ordinality}${aliasOf(item.alias, item.columns)}`;
    }
    case "group":
      return `(${writeTrinoFrom(item.of, writing)})`;
    case "sample":
      return `${writeTrinoFrom(item.of, writing)} TABLESAMPLE BERNOULLI (${item.percent})`;
    case "join": {
      const right = writeTrinoFrom(item.right, writing);
      const grouped = item.right.kind === "join" ? `(${right})` : right;
      const sides = `${writeTrinoFrom(item.left, writing)} ${item.type} JOIN ${grouped}`;
      if (item.using) return `${sides} USING ${columnList(item.using)}`;
      return item.on ? `${sides} ON ${writing.expression(item.on)}` : sides;
    }
  }
}
