import { describe, expect, test } from "vitest";
import type { Json } from "#local/states/definition.ts";
import {
  pathProblem,
  placeResult,
  readPath,
  resultPathProblem,
  selectItem,
  selectorProblems,
} from "#local/states/paths.ts";

const NOT_SIMPLE = [
  "",
  "a",
  "$a",
  "$$.Execution.Name",
  "$.a-b",
  "$.a[*]",
  "$.*",
  "$..a",
  "$.a[0:1]",
  "$.a[0,1]",
  "$.a[-1]",
  "$.a['b']",
  "$.a[?(@.b==2)]",
  "$.a[(@.length-1)]",
  "$.a^",
  "$.a~",
  "$.a@number()",
  "States.Format('{}', $.a)",
];

describe("a path", () => {
  test("a path reads any value of the input", () => {
    for (const input of [null, 0, false, "", [], { a: 1 }]) {
      expect(readPath("$", input)).toEqual(input);
      expect(readPath("$.a[0].b", { a: [{ b: input }] })).toEqual(input);
      expect(readPath("$[1][0]", [0, [input]])).toEqual(input);
    }
  });

  test("a path without a value causes an error that names the path", () => {
    const nowhere: [path: string, input: Json][] = [
      ["$.a.b", { a: {} }],
      ["$.a.b", { a: null }],
      ["$.a.b", "text"],
      ["$[1]", [0]],
      ["$.toString", {}],
    ];
    for (const [path, input] of nowhere) {
      expect(() => readPath(path, input)).toThrow(
        expect.objectContaining({
          code: "States.Runtime",
          message: `Path expression '${path}' does not point to a value`,
        }),
      );
    }
  });

  test.each(NOT_SIMPLE)(
    "an expression with anything but names and indexes is refused, and the error names it: %s",
    (path) => {
      expect(pathProblem(path)).toContain(path);
      expect(resultPathProblem(path)).toContain(path);
    },
  );

  test("a path of names and indexes is accepted", () => {
    for (const path of ["$", "$.a", "$.a.b_2[0][1].c", "$[0]"]) expect(pathProblem(path)).toBeUndefined();
    for (const path of [undefined, null, "$", "$.a.b_2"]) expect(resultPathProblem(path)).toBeUndefined();
    expect(resultPathProblem("$.a[0]")).toContain("$.a[0]");
  });
});

describe("a ResultPath", () => {
  test("a ResultPath selects the result, the input, or the result inserted into the input", () => {
    const input = { a: 1, b: { c: 2 } };
    expect(placeResult(undefined, input, 7)).toBe(7);
    expect(placeResult("$", input, null)).toBeNull();
    expect(placeResult(null, input, 7)).toBe(input);
    expect(placeResult("$.a", input, [7])).toEqual({ a: [7], b: { c: 2 } });
    expect(placeResult("$.b.d", input, 7)).toEqual({ a: 1, b: { c: 2, d: 7 } });
    expect(placeResult("$.x.y", input, 7)).toEqual({ a: 1, b: { c: 2 }, x: { y: 7 } });
    expect(input).toEqual({ a: 1, b: { c: 2 } });
  });

  test("a ResultPath cannot change a prototype", () => {
    const placed = placeResult("$.__proto__.polluted", {}, true);
    expect(Object.getPrototypeOf(placed)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("a ResultPath through a non-object causes an error", () => {
    const inputs: Json[] = [null, 1, "text", [1], { a: [1] }];
    for (const input of inputs) {
      expect(() => placeResult("$.a.b", input, 7)).toThrow(
        expect.objectContaining({ code: "States.ResultPathMatchFailure" }),
      );
    }
  });
});

describe("an ItemSelector", () => {
  test("an ItemSelector replaces fields that end in .$ at any depth, and keeps the others", () => {
    const selector: Json = {
      "a.$": "$.x",
      "b.$.$": "$$.Map.Item.Index",
      list: [{ "c.$": "$$.Map.Item.Value.y[1]" }, "$.x"],
      plain: "$.x",
    };
    expect([...selectorProblems(selector)]).toEqual([]);
    expect(selectItem(selector, { x: 1 }, { Index: 0, Value: { y: [2, 3] } })).toEqual({
      a: 1,
      "b.$": 0,
      list: [{ c: 3 }, "$.x"],
      plain: "$.x",
    });
  });

  test("an ItemSelector with a function or another part of the context is refused, and the error names it", () => {
    for (const value of [
      "States.UUID()",
      7,
      "$$",
      "$$.Execution.Name",
      "$$.Map.Item",
      "$$.Map.Item.Value-x",
    ]) {
      const problems = [...selectorProblems([{ inner: { "field.$": value } }])];
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^field\.\$: .*\.$/);
    }
  });
});
