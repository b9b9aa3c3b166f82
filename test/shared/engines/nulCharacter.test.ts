import { tokenize } from "@pdp/trino/parse";
import { expect, it } from "vitest";

it.each(["SELECT 'a\u0000b'", 'SELECT 1 AS "\u0000"', "SELECT 1 -- \u0000", "\u0000"])(
  "a NUL character, which would end the query early in an engine, is refused with its location: %j",
  (text) => {
    const place = `(line 1, column ${text.indexOf("\u0000") + 1})`;
    expect(() => tokenize(text)).toThrowError(expect.objectContaining({ code: "invalid_sql" }));
    expect(() => tokenize(text)).toThrowError(place);
  },
);
