import type { Edit, Recipe } from "./recipe.ts";

const TEST = `import { expect, it } from "vitest";
import { check, column, useFolder, values } from "./ingesting.ts";

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

const line = (file: string, after: string, insert: string): Edit => ({ file, after, insert });

/** CSV with cells separated by pipes. */
export const addFileFormat: Recipe = {
  heading: "Add a file format",
  first: [line("shared/formats/options/fileFormat.ts", 'v.picklist(["CSV", "TSV", ', '"PIPES", ')],
  rest: [
    line("shared/formats/options/fileFormat.ts", "  TSV: 1,\n", "  PIPES: 1,\n"),
    line("shared/formats/options/fileOptions.ts", '  short_rows: ["CSV", "TSV"', ', "PIPES"'),
    line("shared/formats/options/fileOptions.ts", '  decimal: ["CSV", "TSV"', ', "PIPES"'),
    line("shared/http/strictAnswer.ts", "const FILE_FORMATS = new Map([", '"PIPES", '),
    line(
      "shared/formats/text/proposeLayout.ts",
      "  return reading?.delimiter ?? (",
      'format === "PIPES" ? "|" : ',
    ),
    line("shared/formats/checkFile.ts", '    case "TSV":\n', '    case "PIPES":\n'),
    line("shared/formats/ingestOnce.ts", '    case "TSV":\n', '    case "PIPES":\n'),
    { file: "test/shared/formats/pipes.test.ts", create: TEST },
  ],
  tests: [
    "test/shared/formats/pipes.test.ts",
    "test/shared/formats/checkFile.test.ts",
    "test/functions/openapi.test.ts",
  ],
};
