import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { readSample } from "#cli/files/readSample.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampled } from "#test/support/byNight.ts";
import { LARGE_COLUMNS, LARGE_FORMATS, LARGE_SIZES, largeText } from "#test/support/largeTexts.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";

useFolder();

for (const format of sampled(LARGE_FORMATS, ["CSV"])) {
  test(`a preview of ${format} shows the first rows and their types for any file size`, async () => {
    for (const size of LARGE_SIZES) {
      const path = newPath("bin");
      await writeFile(path, largeText(format, size));
      const seen = await previewFile({ path, name: "large", isCut: false }, isReserved);
      expect(seen).toMatchObject({ format, problems: [] });
      expect(seen.columns.map(({ name, type }) => [name, type])).toEqual(LARGE_COLUMNS);
      expect(seen.rows.map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, row) => String(row)));
    }
  });

  test(`the command line reads the first rows of ${format} for any file size`, async () => {
    for (const size of LARGE_SIZES) {
      const path = newPath("bin");
      await writeFile(path, largeText(format, size));
      const sample = await readSample(path, "large");
      if ("reason" in sample) throw new Error(sample.reason);
      expect(sample).toMatchObject({ format, header: LARGE_COLUMNS.map(([name]) => name) });
      expect(sample.cells[0]).toEqual(Array.from({ length: sample.rows }, (_, row) => String(row)));
    }
  });
}
