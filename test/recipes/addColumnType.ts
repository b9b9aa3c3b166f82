import type { Recipe } from "./recipe.ts";

const WELL = `import type { ScalarDescriptor } from "./scalarDescriptor.ts";
import { string } from "./string.ts";

/** Well of a plate with up to 384 wells. */
export const well: ScalarDescriptor = {
  ...string,
  label: "well",
  plural: "wells",
  pattern: { matches: /^[A-P](?:[1-9]|1\\d|2[0-4])$/, refusal: "is not a well, such as B7" },
};
`;
const TEST = `import { expect, test } from "vitest";
import { column, ingest, useFolder, values } from "../../../test/shared/formats/ingesting.ts";

useFolder();

test("wells are read from CSV and JSON", async () => {
  expect(await values("CSV", "x\\nB7\\nP24\\n", [column("x", "WELL")])).toEqual([["B7"], ["P24"]]);
  expect(await values("NDJSON", '{"x":"B7"}\\n', [column("x", "WELL")])).toEqual([["B7"]]);
});

test("a text that is not a well is refused", async () => {
  const { sentences } = await ingest("CSV", "x\\nQ1\\n", [column("x", "WELL")]);
  expect(sentences).toEqual([expect.stringContaining("is not a well, such as B7")]);
});
`;

/** Plate wells, such as B7, stored as strings. */
export const addColumnType: Recipe = {
  heading: "Add a column type",
  first: [
    { file: "shared/basics/columns/types/well.ts", create: WELL },
    {
      file: "shared/basics/columns/scalarTypes.ts",
      after: 'import { timestamp } from "./types/timestamp.ts";\n',
      insert: 'import { well } from "./types/well.ts";\n',
    },
    {
      file: "shared/basics/columns/scalarTypes.ts",
      after: "  TIMESTAMP: timestamp,\n",
      insert: "  WELL: well,\n",
    },
  ],
  rest: [{ file: "shared/formats/test/wells.test.ts", create: TEST }],
  tests: [
    "shared/formats/test/wells.test.ts",
    "shared/formats/test/valueGrammar.test.ts",
    "test/functions/openapi.test.ts",
  ],
};
