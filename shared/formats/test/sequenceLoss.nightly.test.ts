import { expect, test } from "vitest";
import { SEQUENCE_FORMATS } from "../options/fileFormat.ts";
import { checkLoss } from "./sequenceLoss.ts";

test.each(SEQUENCE_FORMATS)("10,000 damaged %s files are rejected or read without loss", async (format) => {
  expect(await checkLoss(format, 10_000, 50)).toBeGreaterThan(200);
});
