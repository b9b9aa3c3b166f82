import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";

useFolder();

/** What data frame libraries read as missing by default, apart from words that are numbers here (`nan`). */
const WORDS = [
  "#N/A",
  "#N/A N/A",
  "#NA",
  "-1.#IND",
  "1.#QNAN",
  "<NA>",
  "N/A",
  "NA",
  "NULL",
  "None",
  "NaT",
  "n/a",
];

test.each(WORDS)("a column of numbers with %s is a column of numbers with missing values", async (word) => {
  const path = newPath("csv");
  await writeFile(path, `variant,tm\nA1V,58.5\nK2R,${word}\nW3F,61.2\n`);
  const { config, missing_values } = await previewFile({ path, name: "plate.csv", isCut: false }, isReserved);
  expect(config?.columns.find(({ name }) => name === "tm")).toMatchObject({ type: "FLOAT64" });
  expect(missing_values).toEqual([word]);
});
