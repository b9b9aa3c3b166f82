import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { column, ingest, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { sheetOf, workbookOf } from "../../../test/shared/formats/zipping.ts";

useFolder();

const N = [column("n", "INT64")];

describe("sizes stated in an uploaded file", () => {
  test.each([0, 1, 11, 1_000, 2 ** 32 - 1])("a gzip file that states %i bytes is refused", async (bytes) => {
    const file = gzipSync("n\n1\n2\n3\n");
    expect((await ingest("CSV", file, N)).rows).toBe(3);
    file.writeUInt32LE(bytes, file.length - 4);
    const outcome = await ingest("CSV", file, N);
    expect(outcome.kept).toBe(false);
    expect(outcome.sentences).toHaveLength(1);
  });

  test.each(["A1", "A1:A2", "B7:C9", "A1:XFD1048576", ""])(
    "a sheet whose dimension is '%s' loads all its rows",
    async (dimension) => {
      const rows = ["n", "1", "2", "3"].map(
        (text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`,
      );
      const sheet = sheetOf(rows.join("")).replace(
        "<sheetData>",
        `<dimension ref="${dimension}"/><sheetData>`,
      );
      expect(sheet).toContain("<dimension");
      expect((await ingest("XLSX", workbookOf({ sheet }), N)).rows).toBe(3);
    },
  );
});
