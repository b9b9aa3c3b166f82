import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#infra/local/states/definition.ts";
import { parseIntrinsic } from "#infra/local/states/parseIntrinsic.ts";
import { compileExpression, compileTemplate } from "#infra/local/states/payloadTemplate.ts";

const SEED = 20_261_122;

async function evaluate(expression: string, input: Json = {}, context: Json = {}): Promise<Json> {
  return await compileExpression(expression)(input, context);
}

describe("a path", () => {
  test("reads the input and the context, whatever value the input is", async () => {
    for (const input of [null, 0, false, "", [], { a: 1 }]) {
      expect(await evaluate("$", input)).toEqual(input);
    }
    expect(await evaluate("$.a[1]['b c']", { a: [0, { "b c": null }] })).toBeNull();
    expect(await evaluate("$$.Map.Item.Value", {}, { Map: { Item: { Value: 0 } } })).toBe(0);
    expect(await evaluate("$$", {}, { a: 1 })).toEqual({ a: 1 });
  });

  test("that may lead to many values gives a list, also of one or none", async () => {
    const input: Json = { items: [{ n: 1 }, { n: 2, m: [3] }] };
    expect(await evaluate("$.items[*].n", input)).toEqual([1, 2]);
    expect(await evaluate("$.items[*].m", input)).toEqual([[3]]);
    expect(await evaluate("$.items[*].x", input)).toEqual([]);
    expect(await evaluate("$..n", input)).toEqual([1, 2]);
    expect(await evaluate("$.items[?(@.n==2)].n", input)).toEqual([2]);
    expect(await evaluate("$.items[0:1].n", input)).toEqual([1]);
  });

  test("that leads nowhere is an error that names it", async () => {
    await expect(evaluate("$.a.b", { a: {} })).rejects.toMatchObject({
      code: "States.Runtime",
      message: "Path expression '$.a.b' does not point to a value",
    });
  });
});

describe("a payload template", () => {
  test("replaces the fields that end in .$, at any depth, and leaves the others", async () => {
    const template = compileTemplate({
      "a.$": "$.x",
      "b.$.$": "$.x",
      list: [{ "c.$": "States.Array($.x, 'two', 3, true, null)" }, "$.x"],
      plain: "$.x",
    });
    expect(await template({ x: 1 }, {})).toEqual({
      a: 1,
      "b.$": 1,
      list: [{ c: [1, "two", 3, true, null] }, "$.x"],
      plain: "$.x",
    });
  });
});

describe("an intrinsic function", () => {
  const cases: [expression: string, expected: Json][] = [
    ["States.Format('{} of {}: {}', 1, null, $.text)", '1 of null: a "b" \\ c'],
    [String.raw`States.Format('\{\} \'{}\' \\', 'x')`, "{} 'x' \\"],
    ["States.StringToJson(States.JsonToString($))", { text: 'a "b" \\ c', list: [3, 1, 3] }],
    ["States.ArrayPartition($.list, 2)", [[3, 1], [3]]],
    ["States.ArrayContains($.list, 1)", true],
    ["States.ArrayRange(1, 9, 3)", [1, 4, 7]],
    ["States.ArrayRange(3, 1, -1)", [3, 2, 1]],
    ["States.ArrayGetItem($.list, 1)", 1],
    ["States.ArrayLength($.list)", 3],
    ["States.ArrayUnique($.list)", [3, 1]],
    ["States.Base64Encode('é')", "w6k="],
    ["States.Base64Decode('w6k=')", "é"],
    ["States.Hash('abc', 'SHA-1')", "a9993e364706816aba3e25717850c26c9cd0d89d"],
    ["States.JsonMerge($, States.StringToJson('{\"list\":1}'), false)", { text: 'a "b" \\ c', list: 1 }],
    ["States.MathAdd(1, -3)", -2],
    ["States.MathRandom(4, 5)", 4],
    ["States.StringSplit('a.b,c', '.,')", ["a", "b", "c"]],
    ["States.StringSplit('a (b), c', ',')", ["a (b)", " c"]],
  ];
  test.each(cases)("%s", async (expression, expected) => {
    expect(await evaluate(expression, { text: 'a "b" \\ c', list: [3, 1, 3] })).toEqual(expected);
  });

  test("States.UUID gives another id each time, States.MathRandom the same number for a seed", async () => {
    expect(await evaluate("States.UUID()")).not.toBe(await evaluate("States.UUID()"));
    const random = "States.MathRandom(0, 1000000, 7)";
    expect(await evaluate(random)).toBe(await evaluate(random));
  });

  const failures = [
    "States.Format('{}')",
    "States.Format('', 1)",
    "States.Format('{}', $)",
    "States.StringToJson('{')",
    "States.ArrayGetItem($.list, 9)",
    "States.ArrayRange(0, 5000, 1)",
    "States.Hash('a', 'SHA-3')",
    "States.JsonMerge($, $, true)",
    "States.MathAdd('1', 2)",
    "States.ArrayLength($)",
  ];
  test.each(failures)("%s is a States.IntrinsicFailure", async (expression) => {
    await expect(evaluate(expression, { list: [1] })).rejects.toMatchObject({
      code: "States.IntrinsicFailure",
    });
  });

  test("that cannot be read is refused before anything runs", () => {
    for (const text of [
      "",
      "States",
      "States.Array(",
      "States.Array(1,)",
      "States.Array(1) 2",
      "States.No()",
    ]) {
      expect(() => compileExpression(text)).toThrow(SyntaxError);
    }
  });

  test("keeps any strings that are quoted as the language says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), async (strings) => {
        const quoted = strings.map((string) => `'${string.replaceAll(/[\\']/g, "\\$&")}'`);
        expect(await evaluate(`States.Array(${quoted.join(", ")})`)).toEqual(strings);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test("is read or refused with a SyntaxError, whatever the text", () => {
    const piece = fc.constantFrom(
      "States.Array",
      "States.",
      "(",
      ")",
      "'",
      "\\",
      ",",
      "$",
      "$.a[",
      "]",
      "1",
      "-",
      "true",
      " ",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        try {
          expect(parseIntrinsic(pieces.join("")).kind).toBe("call");
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
