import * as v from "valibot";
import { expect, it } from "vitest";
import { expectedWords, problemMessage } from "#shared/http/problemMessage.ts";

const measure = v.object({ kind: v.literal("A") });

it.each<[v.GenericSchema, unknown, string]>([
  [measure, 3, "Input should be an object"],
  [v.optional(v.nullable(measure)), 3, "Input should be an object"],
  [
    v.variant("kind", [measure, v.object({ kind: v.literal("B") })]),
    { kind: "C" },
    'Input should be one of "A", "B"',
  ],
  [v.picklist(["x | y", "z"]), "w", 'Input should be one of "x | y", "z"'],
  [v.array(v.string()), 1, "Input should be a list"],
  [v.union([v.string(), v.number()]), null, "Input should be a text or a number"],
  [v.boolean(), 1, "Input should be true or false"],
  [v.null(), 1, "Input should be null"],
  [v.pipe(v.number(), v.integer()), 1.5, "Input should be an integer"],
  [v.pipe(v.number(), v.maxValue(3)), 4, "Input should be at most 3"],
  [v.pipe(v.array(v.string()), v.minLength(1)), [], "Input should have at least 1 items"],
  [v.pipe(v.string(), v.maxLength(1)), "ab", "Input should have at most 1 characters"],
  [v.strictTuple([v.number()]), [1, 2], "Input should have no further items"],
  [
    v.pipe(
      v.string(),
      v.check(() => false, "A sentence of ours"),
    ),
    "a",
    "A sentence of ours",
  ],
])("a problem is described in the service's words (%#)", (schema, input, message) => {
  const { issues } = v.safeParse(schema, input);
  expect(issues && problemMessage(issues[0])).toBe(message);
});

it("messages about expected values avoid the validator's terms", () => {
  expect(expectedWords("((null | undefined) | Object)")).toBe("an object");
});
