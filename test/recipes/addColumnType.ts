import type { Edit, Recipe } from "./recipe.ts";

/** Plate wells, such as B7, stored as strings. */
const READ_WELL = `
/** Parses a well name, such as B7. */
export function readWell(text: string): ScalarReading {
  return /^[A-P](?:[1-9]|1\\d|2[0-4])$/.test(text) ? "value" : refusal(text, "is not a well, such as B7");
}
`;
const GRAMMAR = `  WELL: {
    read: readWell,
    fastCheck: () => "unsure",
    jsonKind: "string",
    notJsonKind: "is not a well as a text",
    fromText: (text) => text,
  },
`;
const TEST = `import { expect, test } from "vitest";
import { column, useFolder, values } from "./ingesting.ts";

useFolder();

test("wells are read from CSV and JSON", async () => {
  expect(await values("CSV", "x\\nB7\\nP24\\n", [column("x", "WELL")])).toEqual([["B7"], ["P24"]]);
  expect(await values("NDJSON", '{"x":"B7"}\\n', [column("x", "WELL")])).toEqual([["B7"]]);
});
`;

const line = (file: string, after: string, insert: string): Edit => ({ file, after, insert });

export const addColumnType: Recipe = {
  heading: "Add a column type",
  first: [line("shared/basics/columns/column.ts", '  "TIMESTAMP",\n', '  "WELL",\n')],
  rest: [
    line("shared/formats/readScalar.ts", "  return readTime(text, true);\n}\n", READ_WELL),
    line("shared/formats/valueGrammar.ts", "  readTimestamp,\n", "  readWell,\n"),
    line("shared/formats/valueGrammar.ts", "    fromText: timestampFromText,\n  },\n", GRAMMAR),
    line(
      "shared/formats/xlsx/readXlsxCell.ts",
      "    TIMESTAMP: { number: refuseNumber, boolean: refuseBoolean, date: readTime },\n",
      "    WELL: { number: refuseNumber, boolean: refuseBoolean, date: refuseDate },\n",
    ),
    line(
      "shared/formats/parquet/parquetSchema.ts",
      '  DATE: ({ element }) => element.converted_type === "DATE" || element.logical_type?.type === "DATE",\n',
      '  WELL: ({ element }) => element.logical_type?.type === "STRING",\n',
    ),
    line("shared/formats/parquet/parquetSql.ts", '    case "BOOL":\n', '    case "WELL":\n'),
    line("shared/engines/athena/athenaRelation.ts", '    STRING: "string",\n', '    WELL: "string",\n'),
    line("shared/trino/types/type.ts", '    case "STRING":\n', '    case "WELL":\n'),
    line("shared/basics/columns/columnTypes.ts", '    STRING: "VARCHAR",\n', '    WELL: "VARCHAR",\n'),
    line("shared/iceberg/icebergSchema.ts", '  STRING: "string",\n', '  WELL: "string",\n'),
    line("shared/iceberg/boundBytes.ts", '    case "STRING":\n', '    case "WELL":\n'),
    line("shared/proposals/typeDifferences.ts", '  TIMESTAMP: "times",\n', '  WELL: "wells",\n'),
    line("shared/http/strictAnswer.ts", '  TIMESTAMP: "STRING",\n', '  WELL: "STRING",\n'),
    line("console/parts/columnTypes.ts", '  TIMESTAMP: "time",\n', '  WELL: "well",\n'),
    line(
      "console/pages/table/rowsQuery.ts",
      '  TIMESTAMP: ["at-least", "at-most", "missing", "present"],\n',
      "  WELL: FOR_ALL,\n",
    ),
    line(
      "test/shared/formats/valueGrammar.test.ts",
      '    STRING: ["x", " x ", "é"],\n',
      '    WELL: ["B7", "P24"],\n',
    ),
    { file: "test/shared/formats/wells.test.ts", create: TEST },
  ],
  untilGenerated: ["cli/files/readFlags.ts"],
  tests: [
    "test/shared/formats/wells.test.ts",
    "test/shared/formats/valueGrammar.test.ts",
    "test/functions/openapi.test.ts",
  ],
};
