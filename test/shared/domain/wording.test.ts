import { formatCount, joinNames, shorten } from "@pdp/basics/wording";
import { expect, it } from "vitest";

it("a count has grouped thousands and the right plural", () => {
  expect(formatCount(0, "row")).toBe("0 rows");
  expect(formatCount(1, "row")).toBe("1 row");
  expect(formatCount(2000, "row")).toBe("2,000 rows");
  expect(formatCount(1, "query")).toBe("1 query");
  expect(formatCount(2, "query")).toBe("2 queries");
  expect(formatCount(2, "assay")).toBe("2 assays");
});

it("a list of names states how many are omitted", () => {
  expect(joinNames([], 2)).toBe("");
  expect(joinNames(["a", "b"], 2)).toBe("a, b");
  expect(joinNames(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
});

it("a string is truncated only if it is too long, and never within a surrogate pair", () => {
  expect(shorten("abc", 3)).toBe("abc");
  expect(shorten("abcd", 3)).toBe("abc…");
  expect(shorten("ab🧬", 3).isWellFormed()).toBe(true);
});
