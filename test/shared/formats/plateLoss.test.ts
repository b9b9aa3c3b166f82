import { expect, test } from "vitest";
import { checkPlateLoss } from "./plateLoss.ts";

test("damaged plate files are refused, or read without loss", () => {
  expect(checkPlateLoss(200, 49)).toBeGreaterThan(100);
});
