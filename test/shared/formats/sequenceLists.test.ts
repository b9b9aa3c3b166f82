import { readFile, writeFile } from "node:fs/promises";
import { type Column, sequenceKindOf } from "@pdp/basics/columns";
import { isReserved } from "@pdp/trino/parse";
import { describe, expect, test } from "vitest";
import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { column, ingest, list, newPath, query, readBack, useFolder } from "./ingesting.ts";

useFolder();

const SEQUENCES = column("homolog_sequences", "ARRAY", list("STRING"));
const ALLOWED = "a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY";

async function parquet(...lists: string[]): Promise<Buffer> {
  const path = newPath("parquet");
  const rows = lists.map((one) => `(${one})`).join(", ");
  await query(`COPY (SELECT * FROM (VALUES ${rows}) t(homolog_sequences)) TO '${path}' (FORMAT parquet)`);
  return readFile(path);
}

describe("lists of sequences are checked like single ones", () => {
  test("lists in CSV cells and JSON lines are checked, with the position in the list", async () => {
    const csv = 'homolog_sequences\n"[""MKTAYIAK"", ""MKXAYIAK""]"\n';
    expect((await ingest("CSV", csv, [SEQUENCES])).sentences).toEqual([
      `variants.csv, line 2, column "homolog_sequences[1]": "MKXAYIAK" has "X" at position 3; ${ALLOWED}; set the column's "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.`,
    ]);
    const json = '{"homolog_sequences":["MKTAYIAK","mkt"]}\n';
    expect((await ingest("NDJSON", json, [SEQUENCES])).sentences).toEqual([
      `variants.ndjson, line 1, column "homolog_sequences[1]": "mkt" has "m" at position 1; ${ALLOWED}; write it in capitals, or set "sequences": "NORMALIZE".`,
    ]);
  });

  test("lists in Parquet files are checked", async () => {
    const bytes = await parquet("['MKTAYIAK', NULL]", "['MK1']");
    expect((await ingest("PARQUET", bytes, [SEQUENCES])).sentences).toEqual([
      `variants.parquet, line 2, column "homolog_sequences[]": "[MK1]" is not a sequence: ${ALLOWED}.`,
    ]);
  });

  test("sequences in lists are normalized on request, and an empty list is a missing value", async () => {
    const reading = { sequences: "NORMALIZE" } as const;
    const rows = [[["MKT", null, "AC"]]];
    const csv = await ingest("CSV", 'homolog_sequences\n"["" mkt*"", """", ""ac""]"\n', [SEQUENCES], reading);
    expect([csv.sentences, await readBack(csv.target)]).toEqual([[], rows]);
    const json = await ingest("NDJSON", '{"homolog_sequences":[" mkt*","","ac"]}\n', [SEQUENCES], reading);
    expect([json.sentences, await readBack(json.target)]).toEqual([[], rows]);
    const bytes = await parquet("[' mkt*', '', 'ac']");
    const written = await ingest("PARQUET", bytes, [SEQUENCES], reading);
    expect([written.sentences, await readBack(written.target)]).toEqual([[], rows]);
  });

  test("lists are checked according to the column's kind", async () => {
    const of = (kind: "DNA" | "NONE"): Column => ({
      ...SEQUENCES,
      metadata: { description: null, deprecated: false, kind },
    });
    const json = '{"homolog_sequences":["ACGT","MKE"]}\n';
    expect((await ingest("NDJSON", json, [of("DNA")])).sentences).toEqual([
      expect.stringContaining(
        '"homolog_sequences[1]": "MKE" has "E" at position 3; a DNA sequence may contain only',
      ),
    ]);
    expect((await ingest("NDJSON", json, [of("NONE")])).sentences).toEqual([]);
  });

  test("a request may specify the kind only for lists of text", () => {
    const metadata = { kind: "RNA" as const };
    const stated = (type: "STRING" | "INT64") =>
      columnsFrom([{ name: "x", type: "ARRAY", item_type: { type }, metadata }], ["columns"]);
    expect(sequenceKindOf(stated("STRING")[0] as Column)).toBe("RNA");
    expect(() => stated("INT64")).toThrow("Only a STRING column or an ARRAY of STRING can contain sequences");
  });

  test("the preview proposes lists of sequences and reports invalid sequences", async () => {
    const path = newPath("ndjson");
    await writeFile(path, '{"family":["ACGTACGTACGT","ACGTACGTACGA"],"sequences":["MKTAYIAK","MKT"]}\n');
    const { columns, problems } = await previewFile({ path, name: "lists", isCut: false }, isReserved);
    expect(columns.map(({ name, type, kind }) => [name, type, kind])).toEqual([
      ["family", "ARRAY", "DNA"],
      ["sequences", "ARRAY", "AMINO_ACIDS"],
    ]);
    expect(problems).toEqual([]);
  });
});
