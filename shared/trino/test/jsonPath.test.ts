import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonPath } from "../functions/json/jsonPath.ts";
import { Refusal } from "../sqlError.ts";

const pieces = fc.array(
  fc.constantFrom(
    ...'lax strict $ . @ [ ] * ? ( ) && || ! == <> < > exists starts with last - 0 12 1.5e3 -7 name "a" null true'.split(
      " ",
    ),
    " ",
    '"',
    "\\",
  ),
  { maxLength: 40 },
);

describe("the path of a JSON function", () => {
  it("any path is either read or refused", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((some) => `lax $${some.join("")}`),
        ),
        (text) => {
          try {
            expect(parseJsonPath(text).steps.length).toBeLessThanOrEqual(20);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("a path may have filters, with the standard's precedence", () => {
    const { steps } = parseJsonPath('lax $.w ? (@.a == 1 || @.b > 2 && !(@ starts with "M"))');
    expect(steps).toMatchObject([
      { kind: "member", name: "w" },
      {
        kind: "filter",
        condition: {
          kind: "or",
          terms: [
            { kind: "compare", operator: "=", value: 1 },
            {
              kind: "and",
              terms: [
                { operator: ">", value: 2 },
                { kind: "not", of: { kind: "starts", text: "M" } },
              ],
            },
          ],
        },
      },
    ]);
  });

  it.each([
    ["a thousand steps", `lax $${".a".repeat(1_000)}`],
    ["a thousand steps in a filter", `lax $ ? (@${".a".repeat(1_000)} == 1)`],
    ["a thousand levels", `lax $ ? (${"(".repeat(1_000)}`],
    ["a thousand conditions", `lax $ ? (@ == 1${" || @ == 1".repeat(1_000)})`],
    ["a filter of a strict path", "strict $ ? (@ == 1)"],
  ])("a path of %s is refused", (_, text) => {
    expect(() => parseJsonPath(text)).toThrow(Refusal);
  });
});
