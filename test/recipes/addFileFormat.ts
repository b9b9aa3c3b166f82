import type { Recipe } from "./recipe.ts";

const TEST = `import { expect, it } from "vitest";
import { check, column, useFolder, values } from "../../../test/shared/formats/ingesting.ts";

useFolder();

const COLUMNS = [column("name", "STRING"), column("tm", "FLOAT64")];

it("text separated by pipes is checked and ingested", async () => {
  expect(await check("PIPES", "name|tm\\nA1|58.5\\n", COLUMNS)).toEqual([]);
  expect(await values("PIPES", "name|tm\\nA1|58.5\\n", COLUMNS)).toEqual([["A1", 58.5]]);
});

it("a row with too many cells is reported with its line", async () => {
  expect(await check("PIPES", "name|tm\\nA1|58.5|x\\n", COLUMNS)).toEqual([
    expect.stringContaining("variants.pipes, line 2"),
  ]);
});
`;

const PIPES = `import type { FormatDescriptor } from "./formatDescriptor.ts";

export const pipes = {
  content: "cells",
  extensions: ["pipes"],
  noun: "a table with bars between its cells",
  delimiter: "|",
  expansion: 1,
} as const satisfies FormatDescriptor;
`;
const LIST = "shared/formats/options/fileFormat.ts";

/** CSV with cells separated by pipes. */
export const addFileFormat: Recipe = {
  heading: "Add a file format",
  first: [
    { file: "shared/formats/options/formats/pipes.ts", create: PIPES },
    {
      file: LIST,
      after: 'import { pdb } from "./formats/pdb.ts";\n',
      insert: 'import { pipes } from "./formats/pipes.ts";\n',
    },
    { file: LIST, after: "  TSV: tsv,\n", insert: "  PIPES: pipes,\n" },
  ],
  rest: [{ file: "shared/formats/test/pipes.test.ts", create: TEST }],
  tests: [
    "shared/formats/test/pipes.test.ts",
    "shared/formats/test/checkFile.test.ts",
    "test/functions/openapi.test.ts",
  ],
};
