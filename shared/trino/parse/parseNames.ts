import type { Name } from "./ast.ts";
import type { TokenReader } from "./tokenReader.ts";

export function parseColumnNames(reader: TokenReader): Name[] {
  reader.expect("(");
  const names = reader.list(() => reader.name("a column name"));
  reader.expect(")");
  return names;
}

/** Unreserved words that can follow a value or a table; they are aliases only after AS. */
const GOES_ON = new Set(["LIMIT", "OFFSET", "FETCH", "WINDOW", "TABLESAMPLE", "MATCH_RECOGNIZE", "QUALIFY"]);

/** Parses `AS name`, or a name without AS. */
export function parseAlias(reader: TokenReader): Name | undefined {
  if (reader.accept("AS")) return reader.name("a name after AS");
  return reader.seesName() && !GOES_ON.has(reader.next.key) ? reader.name("a name") : undefined;
}
