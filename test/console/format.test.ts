import { expect, test } from "vitest";
import { formatWithDeviation } from "#console/parts/format.ts";

test.each([
  [1.06234, 0.2214, "1.06 ± 0.22"],
  [1.06234, 0.0996, "1.06 ± 0.10"],
  [154.37, 12.34, "154 ± 12"],
  [15437.2, 1234.5, "15440 ± 1200"],
  [0.000123456, 0.0000021, "0.0001235 ± 0.0000021"],
  [-0.4, 1, "-0.4 ± 1.0"],
  [2, 0, "2 ± 0"],
  [2, Number.NaN, "2 ± NaN"],
  [1e-12, 3e-13, "1e-12 ± 3e-13"],
])("%d ± %d is %s", (value, deviation, text) => {
  expect(formatWithDeviation(value, deviation)).toBe(text);
});
