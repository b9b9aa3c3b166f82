import { expect, test } from "vitest";
import { checkPlateLoss } from "./plateLoss.ts";

test("10,000 damaged plate files are refused, or read without loss", () => {
  expect(checkPlateLoss(10_000, 50)).toBeGreaterThan(5_000);
});
