import { describe, expect, test } from "vitest";
import { loadByPreview } from "#test/shared/proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const embl = (id: string, letters: string) => `ID   ${id}
XX
AC   Z12345; Y00001;
AC   X99999;
XX
DE   Vector pTest with a cloning site,
DE   complete.
XX
RN   [1]
RA   Doe J.;
XX
FH   Key             Location/Qualifiers
FH
FT   source          1..24
FT                   /organism="synthetic construct"
FT   CDS             complement(join(4..9,
FT                   13..15))
FT                   /gene="tag"
FT                   /translation="MKT
FT                   AYI"
XX
SQ   Sequence 24 BP; 6 A; 6 C; 6 G; 6 T; 0 other;
     ${letters}                                24
//
`;

async function load(content: string, name = "record.embl") {
  const loaded = await loadByPreview(content, name);
  expect(loaded.preview.problems).toEqual([]);
  const at = (column: string) => loaded.names.indexOf(column);
  const kind = loaded.preview.columns.find(({ name }) => name === "sequence")?.kind;
  return { ...loaded, kind, cell: (row: number, column: string) => loaded.rows?.[row]?.[at(column)] };
}

describe("an EMBL record", () => {
  const bases = "atggctaacc ggttacgatc gcta";

  test.each([
    ["Z12345; SV 3; circular; genomic DNA; STD; SYN; 24 BP.", "DNA", bases, "Z12345.3"],
    ["PTEST      standard; mRNA; SYN; 24 BP.", "DNA", bases, "Z12345"],
    [
      "Z12345; SV 1; linear; protein; PRT; SYN; 24 AA.",
      "AMINO_ACIDS",
      "mktayiakqr ataggactga mktv",
      "Z12345.1",
    ],
  ])("%s has sequences of the kind %s, as its first line states", async (id, kind, letters, record) => {
    const found = await load(embl(id, letters));
    expect([found.preview.format, found.kind, found.rows?.length]).toEqual(["GENBANK", kind, 2]);
    expect([found.cell(0, "record"), found.cell(0, "description")]).toEqual([
      record,
      "Vector pTest with a cloning site, complete.",
    ]);
    expect(found.cell(0, "sequence")).toBe(letters.replace(/ /g, "").toUpperCase());
  });

  test("features have their location, name and translation", async () => {
    const { cell } = await load(embl("Z12345; SV 3; linear; genomic DNA; STD; SYN; 24 BP.", bases));
    expect(
      ["feature", "name", "start", "end_value", "strand", "translation", "sequence"].map((one) =>
        cell(1, one),
      ),
    ).toEqual(["CDS", "tag", "4", "15", "-", "MKTAYI", "TAAGTTAGC"]);
  });

  test("a record with fewer letters than stated is refused", async () => {
    const { preview } = await loadByPreview(
      embl("Z1; SV 1; linear; genomic DNA; STD; SYN; 25 BP.", bases),
      "a.embl",
    );
    expect(preview.problems.join()).toContain("has 24 letters but should have 25");
  });
});

test.each([
  ["since 2019", 'FT   CHAIN           3..9\nFT                   /note="Mature protein"\n'],
  [
    "before 2019",
    "FT   CHAIN         3      9       Mature protein.\nFT                                /FTId=PRO_01.\n",
  ],
])("a UniProt record as written %s has its chains", async (_, feature) => {
  const content = `ID   TEST_ECOLI              Reviewed;          12 AA.
AC   P99999; Q00000;
DT   01-JAN-2001, integrated into UniProtKB/Swiss-Prot.
DE   RecName: Full=Test protein;
GN   Name=tst;
${feature}SQ   SEQUENCE   12 AA;  1400 MW;  ABCDEF CRC64;
     MKTAYIAKQR QI
//
`;
  const { kind, cell, rows } = await load(content, "P99999.txt");
  expect([kind, rows?.length]).toEqual(["AMINO_ACIDS", 2]);
  expect([cell(1, "feature"), cell(1, "sequence"), cell(0, "sequence")]).toEqual([
    "CHAIN",
    "TAYIAKQ",
    "MKTAYIAKQRQI",
  ]);
  expect(cell(1, "qualifiers")).toContain("Mature protein");
});
