import type { FrameBound, SortItem, Window } from "./ast.ts";
import type { TokenReader } from "./tokenReader.ts";

export function parseSortItems(reader: TokenReader): SortItem[] {
  return reader.list(() => {
    const of = reader.expression();
    const descending = reader.accept("DESC");
    if (!descending) reader.accept("ASC");
    const nullsFirst = reader.accept("NULLS", "FIRST");
    if (!nullsFirst) reader.accept("NULLS", "LAST");
    return { of, descending, nullsFirst };
  });
}

/** Parses `(base PARTITION BY … ORDER BY … frame)`, including the parentheses. */
export function parseWindow(reader: TokenReader): Window {
  const at = reader.at;
  reader.expect("(");
  const window: Window = { kind: "window", at, partitionBy: [], orderBy: [] };
  const opens = ["PARTITION", "ROWS", "RANGE", "GROUPS"].includes(reader.next.key);
  if (reader.seesName() && !opens) window.base = reader.name("the name of a window");
  if (reader.accept("PARTITION", "BY")) window.partitionBy = reader.list(() => reader.expression());
  if (reader.accept("ORDER", "BY")) window.orderBy = parseSortItems(reader);
  const unit = (["ROWS", "RANGE", "GROUPS"] as const).find((word) => reader.accept(word));
  if (unit) {
    const between = reader.accept("BETWEEN");
    window.frame = { unit, from: parseBound(reader) };
    if (between) {
      reader.expect("AND");
      const to = parseBound(reader);
      if (PLACES.indexOf(to.kind) < PLACES.indexOf(window.frame.from.kind)) {
        throw reader.error("The frame of a window ends before it starts");
      }
      window.frame.to = to;
    }
  }
  reader.expect(")");
  return window;
}

/** Frame bounds, from first to last position. */
const PLACES: FrameBound["kind"][] = [
  "UNBOUNDED PRECEDING",
  "PRECEDING",
  "CURRENT ROW",
  "FOLLOWING",
  "UNBOUNDED FOLLOWING",
];

function parseBound(reader: TokenReader): FrameBound {
  if (reader.accept("UNBOUNDED", "PRECEDING")) return { kind: "UNBOUNDED PRECEDING" };
  if (reader.accept("UNBOUNDED", "FOLLOWING")) return { kind: "UNBOUNDED FOLLOWING" };
  if (reader.accept("CURRENT", "ROW")) return { kind: "CURRENT ROW" };
  const by = reader.expression();
  if (reader.accept("PRECEDING")) return { kind: "PRECEDING", by };
  reader.expect("FOLLOWING");
  return { kind: "FOLLOWING", by };
}
