import { expect, test } from "vitest";
import { chosenText } from "../../console/pages/tasks/measured/chosenText.ts";

test("the form says what the platform chooses without a stated scale", () => {
  expect(chosenText(null, null)).toBe("chosen from the data");
  expect(chosenText(null, "MULTIPLICATIVE")).toBe("chosen from the data, probably ratios");
  expect(chosenText("RANK", "ADDITIVE")).toBe("as in the latest model: order alone");
});
