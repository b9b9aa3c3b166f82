import { describe, expect, test } from "vitest";
import type { ChoiceRule, Json } from "#infra/local/states/definition.ts";
import { chooser } from "#infra/local/states/evaluate.ts";

const INPUT = {
  text: "load-7?.csv",
  number: 5,
  yes: true,
  nothing: null,
  time: "2026-11-02T08:00:00Z",
  other: { number: 7, text: "b", time: "2026-11-02T10:00:00+01:00" },
};

async function holds(rule: ChoiceRule): Promise<boolean> {
  const state = { Type: "Choice" as const, Choices: [{ ...rule, Next: "Yes" }], Default: "No" };
  return (await chooser(state)(INPUT, { Execution: { Name: "run" } })) === "Yes";
}

describe("a choice rule", () => {
  const cases: [variable: string, operator: string, operand: Json, expected: boolean][] = [
    ["$.text", "StringEquals", "load-7?.csv", true],
    ["$$.Execution.Name", "StringEquals", "run", true],
    ["$.text", "StringMatches", "load-*.csv", true],
    ["$.text", "StringMatches", "load-7?.csv", true],
    ["$.text", "StringMatches", "load-??.csv", false],
    ["$.text", "StringMatches", "[l]oad*", false],
    ["$.number", "StringMatches", "*", false],
    ["$.number", "StringLessThan", "9", false],
    ["$.number", "NumericLessThan", 6, true],
    ["$.number", "NumericLessThanPath", "$.other.number", true],
    ["$.number", "NumericGreaterThanEquals", 5, true],
    ["$.nothing", "NumericLessThan", 6, false],
    ["$.text", "NumericLessThan", 6, false],
    ["$.yes", "BooleanEquals", true, true],
    ["$.text", "BooleanEquals", true, false],
    ["$.time", "TimestampLessThan", "2026-11-02T08:00:01Z", true],
    ["$.time", "TimestampGreaterThanEqualsPath", "$.other.time", false],
    ["$.text", "TimestampEquals", "2026-11-02T08:00:00Z", false],
    ["$.nothing", "IsNull", true, true],
    ["$.nothing", "IsNull", false, false],
    ["$.text", "IsNull", false, true],
    ["$.absent", "IsPresent", true, false],
    ["$.absent", "IsPresent", false, true],
    ["$.nothing", "IsPresent", true, true],
    ["$.nothing", "IsPresent", false, false],
    ["$.number", "IsNumeric", true, true],
    ["$.number", "IsString", false, true],
    ["$.time", "IsTimestamp", true, true],
  ];
  test.each(cases)("%s %s %s is %s", async (variable, operator, operand, expected) => {
    expect(await holds({ Variable: variable, [operator]: operand })).toBe(expected);
  });

  test("is combined by And, Or and Not", async () => {
    const yes = { Variable: "$.number", NumericEquals: 5 };
    const no = { Variable: "$.number", NumericEquals: 6 };
    expect(await holds({ And: [yes, { Not: no }] })).toBe(true);
    expect(await holds({ And: [yes, no] })).toBe(false);
    expect(await holds({ Or: [no, yes] })).toBe(true);
    expect(await holds({ Not: { Or: [no, yes] } })).toBe(false);
  });
});

describe("a Choice", () => {
  test("takes the first rule that holds", async () => {
    const rule = { Variable: "$.number", IsNumeric: true };
    const state = {
      Type: "Choice" as const,
      Choices: [
        { ...rule, Next: "A" },
        { ...rule, Next: "B" },
      ],
    };
    expect(await chooser(state)(INPUT, {})).toBe("A");
  });

  test("without a rule that holds and without a default is States.NoChoiceMatched", async () => {
    const state = { Type: "Choice" as const, Choices: [{ Variable: "$.number", IsNull: true, Next: "A" }] };
    await expect(chooser(state)(INPUT, {})).rejects.toMatchObject({ code: "States.NoChoiceMatched" });
  });

  test("on a value that is absent is an error", async () => {
    await expect(holds({ Variable: "$.absent", NumericEquals: 1 })).rejects.toMatchObject({
      code: "States.Runtime",
    });
  });
});
