import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { column, ingest, newPath, readBack, useFolder } from "./ingesting.ts";

useFolder();

const COLUMNS = [column("name", "STRING"), column("tm", "FLOAT64")];

async function rowsOf(csv: string) {
  const { sentences, target } = await ingest("CSV", csv, COLUMNS);
  expect(sentences).toEqual([]);
  return readBack(target);
}

describe("quotes after a backslash", () => {
  test("quotes after a backslash are treated as quotes if the file writes all quotes this way", async () => {
    expect(await rowsOf('"name","tm"\n"5\\" tube",51.5\n"\\"hot\\", they say",52\n"back\\\\",53\n')).toEqual([
      ['5" tube', 51.5],
      ['"hot", they say', 52],
      ["back\\\\", 53],
    ]);
  });

  test("quotes after a backslash are quotes in unquoted cells if every quote has a backslash", async () => {
    expect(await rowsOf('name,tm\nsay \\"hot\\",51.5\n5\\" tube,52\n')).toEqual([
      ['say "hot"', 51.5],
      ['5" tube', 52],
    ]);
  });

  test("quotes after a backslash are read the same by preview and load", async () => {
    const path = newPath("csv");
    await writeFile(path, '"name";"tm"\n"a \\"b\\"; c";51,5\n"d\\"";52,5\n');
    const seen = await previewFile({ path, name: "r.csv", isCut: false }, isReserved);
    expect([seen.problems, seen.rows]).toEqual([
      [],
      [
        ['a "b"; c', "51,5"],
        ['d"', "52,5"],
      ],
    ]);
  });

  test("quotes after a backslash are ordinary quotes if a backslash ends a cell or quotes are doubled", async () => {
    expect(await rowsOf('name,tm\n"C:\\data\\",51.5\n"say ""hot""",52\n')).toEqual([
      ["C:\\data\\", 51.5],
      ['say "hot"', 52],
    ]);
  });

  test("quotes after a backslash are a problem if the file also writes other quotes", async () => {
    const { sentences } = await ingest("CSV", 'name,tm\n"a \\"b\\"",1\n"c" d,2\n', COLUMNS);
    expect(sentences[0]).toContain("not escaped with a backslash");
  });

  test("quotes after a backslash round-trip for any text", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', ",", " ", "é", "\n") });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (texts) => {
        const rows = [...texts, 'a "b" c'];
        const cells = rows.map((one) => `"${one.replaceAll('"', '\\"')}",1\n`);
        expect(await rowsOf(`name,tm\n${cells.join("")}`)).toEqual(rows.map((one) => [one, 1]));
      }),
      { numRuns: 15 },
    );
  });
});

describe("single quotes", () => {
  test("single quotes get specific advice instead of the advice for R's row names", async () => {
    const { sentences } = await ingest("CSV", "name,tm\n'a, b',1\n'c, d',2\n", COLUMNS);
    expect(sentences).toEqual([
      "variants.csv, line 2: the row has 3 cells, but the header has 2; single quotes do not quote a cell: use double quotes around cells that contain the separator.",
      "variants.csv, line 3: the row has 3 cells, but the header has 2; single quotes do not quote a cell: use double quotes around cells that contain the separator.",
    ]);
    const named = await ingest("CSV", "name,tm\n1,a,1\n2,b,2\n", COLUMNS);
    expect(named.sentences[0]).toContain("row.names = FALSE");
  });

  test("the preview reports single quotes around each value", async () => {
    const path = newPath("csv");
    await writeFile(path, "name,tm\n'A1G',1.5\n'A2G',2.5\n");
    const { warnings } = await previewFile({ path, name: "r.csv", isCut: false }, isReserved);
    expect(warnings).toEqual([
      "name: each value is enclosed in single quotes, which are read as part of the value. Use double quotes, which CSV removes.",
    ]);
  });
});
