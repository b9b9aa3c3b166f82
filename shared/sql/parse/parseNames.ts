import type { Name } from "./ast.ts";
import type { TokenReader } from "./tokenReader.ts";

export function parseColumnNames(reader: TokenReader): Name[] {
  reader.expect("(");
  const names = reader.list(() => reader.name("a column name"));
  reader.expect(")");
  return names;
}

/** What can follow a value or a table although it is no reserved word: only after AS is it a name. */
const GOES_ON = new Set(["LIMIT", "OFFSET", "FETCH", "WINDOW", "TABLESAMPLE", "MATCH_RECOGNIZE", "QUALIFY"]);

/** `AS name`, or a name that follows directly. */
export function parseAlias(reader: TokenReader): Name | undefined {
  if (reader.accept("AS")) return reader.name("a name after AS");
  return reader.seesName() && !GOES_ON.has(reader.next.key) ? reader.name("a name") : undefined;
}
