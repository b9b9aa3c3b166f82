import { describe, expect, test } from "vitest";
import type { ChoiceRule, Json } from "#local/states/definition.ts";
import { choose } from "#local/states/runState.ts";

const INPUT = { text: "true", number: 1, yes: true, no: false, empty: "", nothing: null };

function rule(Variable: string, operator: "StringEquals" | "BooleanEquals", operand: Json, Next: string) {
  return { Variable, [operator]: operand, Next } as unknown as ChoiceRule;
}

describe("a choice rule", () => {
  const cases: [
    variable: string,
    operator: "StringEquals" | "BooleanEquals",
    operand: Json,
    holds: boolean,
  ][] = [
    ["$.text", "StringEquals", "true", true],
    ["$.text", "StringEquals", "True", false],
    ["$.empty", "StringEquals", "", true],
    ["$.yes", "StringEquals", "true", false],
    ["$.number", "StringEquals", "1", false],
    ["$.nothing", "StringEquals", "", false],
    ["$.yes", "BooleanEquals", true, true],
    ["$.yes", "BooleanEquals", false, false],
    ["$.no", "BooleanEquals", false, true],
    ["$.text", "BooleanEquals", true, false],
    ["$.number", "BooleanEquals", true, false],
    ["$.empty", "BooleanEquals", false, false],
    ["$.nothing", "BooleanEquals", false, false],
  ];
  test.each(cases)("%s %s %s is %s", (variable, operator, operand, holds) => {
    const state = {
      Type: "Choice" as const,
      Choices: [rule(variable, operator, operand, "Yes")],
      Default: "No",
    };
    expect(choose(state, INPUT)).toBe(holds ? "Yes" : "No");
  });
});

describe("a Choice", () => {
  const choices = (...rules: ChoiceRule[]) => ({ Type: "Choice" as const, Choices: rules });

  test("a Choice uses the first matching rule", () => {
    const rules = ["A", "B", "C"].map((next) => rule("$.yes", "BooleanEquals", next !== "A", next));
    expect(choose(choices(...rules), INPUT)).toBe("B");
  });

  test("a Choice without a match or default fails with States.NoChoiceMatched", () => {
    expect(() => choose(choices(rule("$.yes", "BooleanEquals", false, "A")), INPUT)).toThrow(
      expect.objectContaining({ code: "States.NoChoiceMatched" }),
    );
  });

  test("a Choice on an absent value causes an error", () => {
    expect(() => choose(choices(rule("$.absent", "BooleanEquals", false, "A")), INPUT)).toThrow(
      expect.objectContaining({ code: "States.Runtime" }),
    );
  });
});
