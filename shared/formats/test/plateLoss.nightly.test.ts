import { expect, test } from "vitest";
import { checkPlateLoss, PLATE_FILES } from "./plateLoss.ts";

test.each(Object.entries(PLATE_FILES))(
  "10,000 damaged files with %s are rejected or read without loss",
  (_, file) => {
    expect(checkPlateLoss(file, 10_000, 50)).toBeGreaterThan(5_000);
  },
);
