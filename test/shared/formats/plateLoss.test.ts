import { expect, test } from "vitest";
import { checkPlateLoss } from "./plateLoss.ts";

test("damaged files of plates are refused, or read without loss", () => {
  expect(checkPlateLoss(200, 49)).toBeGreaterThan(100);
});
