import type { Column } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import { isNumeric, isText, type Type, typeOfColumn, typeText } from "@pdp/trino/types";
import { withSource } from "#shared/history/relations/withSource.ts";

type Loc = (string | number)[];

/** Source in a list, whose columns are matched with those of the others. */
export interface ListedSource {
  /** Name in messages. */
  name: string;
  /** Query for its rows; null for rows of the request. */
  query: string | null;
  /** Query for the rows that `query` refers to as `__source__`; null if there are none. */
  rows: string | null;
  /** Columns of the rows of the request that have values; empty for a query. */
  columns: readonly Column[];
  /** True if a column other than `sequence` contains the sequences. */
  replacesSequence: boolean;
}

export interface SourceList {
  loc: Loc;
  sources: readonly ListedSource[];
}

interface KnownColumn {
  type: Type;
  isLiteral: boolean;
  source: string;
}

/** Throws a 422 for a column that has different types in the sources of a list. */
export async function requireSameTypes(tables: ResolveRelation, { loc, sources }: SourceList): Promise<void> {
  const known = new Map<string, KnownColumn>();
  for (const [index, source] of sources.entries()) {
    const isLiteral = source.query === null;
    for (const { name, type } of await columnsOf(tables, source)) {
      const folded = name.toLowerCase();
      if (source.replacesSequence && folded === "sequence") continue;
      const column = { type, isLiteral, source: `${source.name} (source ${index + 1})` };
      const before = known.get(folded) ?? column;
      known.set(folded, before);
      if (fits(before, column)) continue;
      throw invalidField(
        [...loc, index],
        `The column "${name}" is a ${shown(type)} here, but a ${shown(before.type)} in ${before.source}: convert one of them with a QUERY`,
      );
    }
  }
}

async function columnsOf(
  tables: ResolveRelation,
  { query, rows, columns }: ListedSource,
): Promise<{ name: string; type: Type }[]> {
  if (query === null) return columns.map((column) => ({ name: column.name, type: typeOfColumn(column) }));
  const resolve = rows === null ? tables : withSource(tables, rows);
  return (await compileQuery(query, { resolve })).columns;
}

/** Returns whether two types are the same, whatever their sizes. JSON has one type for all numbers. */
function fits(a: KnownColumn, b: KnownColumn): boolean {
  const isOfRequest = a.isLiteral || b.isLiteral;
  return isSame(a.type, b.type, isOfRequest);
}

function isSame(a: Type, b: Type, takesNumbers: boolean): boolean {
  if (a.name === "unknown" || b.name === "unknown") return true;
  if (isText(a) && isText(b)) return true;
  if (takesNumbers && isNumeric(a) && isNumeric(b)) return true;
  const [parts, others] = [a.of ?? [], b.of ?? []];
  if (a.name !== b.name || parts.length !== others.length) return false;
  return parts.every((part, index) => isSame(part, others[index] as Type, takesNumbers));
}

function shown(type: Type): string {
  return isText(type) ? "varchar" : typeText(type);
}
