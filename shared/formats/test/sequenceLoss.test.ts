import { expect, test } from "vitest";
import { SEQUENCE_FORMATS } from "../options/fileFormat.ts";
import { checkLoss } from "./sequenceLoss.ts";

test.each(SEQUENCE_FORMATS)("damaged %s files are rejected or read without loss", async (format) => {
  expect(await checkLoss(format, 300, 49)).toBeGreaterThan(10);
});
