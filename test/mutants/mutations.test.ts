import { expect, test } from "vitest";
import { mutationsOf } from "./mutations.ts";

test("every operator of a statement is changed separately, and text is not changed", () => {
  const source = [
    'import { a } from "a < b";',
    "/** Tells whether a === b. */",
    "export function f(x: number): boolean {",
    '  if (x > 0 && x < 9) return say("a && b") === true;',
    "  return false;",
    "}",
  ].join("\n");
  expect(mutationsOf(source).map(({ line, after }) => [line, after])).toEqual([
    [4, 'if (x > 0 && x < 9) return say("a && b") !== true;'],
    [4, 'if (x > 0 && x <= 9) return say("a && b") === true;'],
    [4, 'if (x >= 0 && x < 9) return say("a && b") === true;'],
    [4, 'if (x > 0 || x < 9) return say("a && b") === true;'],
    [4, 'if (x > 0 && x < 9) return say("a && b") === false;'],
    [5, "return true;"],
  ]);
});
