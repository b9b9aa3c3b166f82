import { expect, test } from "vitest";
import { checkPlateLoss, PLATE_FILES } from "./plateLoss.ts";

test.each(Object.entries(PLATE_FILES))(
  "damaged files with %s are rejected or read without loss",
  (_, file) => {
    expect(checkPlateLoss(file, 150, 49)).toBeGreaterThan(50);
  },
);
