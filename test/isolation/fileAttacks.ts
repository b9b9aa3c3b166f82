import { deflateRawSync } from "node:zlib";
import type { FileFormat } from "@pdp/formats/options";
import { sheetOf, workbookOf, zipOf } from "#test/shared/formats/zipping.ts";

/** File from a hostile tenant for a table with `id` (INT64) and `sequence` (STRING), created on demand. */
export interface FileAttack {
  name: string;
  format: FileFormat;
  /** Specified only for plate files. */
  arrangement?: "PLATES";
  /** Further options of the table in the load. */
  options?: object;
  /** Columns of the table, if others. */
  columns?: { name: string; type: string }[];
  content: () => Uint8Array | string;
  /** Part of the load's errors, if they must explain the refusal. */
  says?: string;
}

const PARQUET = Buffer.from("PAR1");

function parquetOf(footer: Uint8Array, told = footer.length): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(told);
  return Buffer.concat([PARQUET, footer, length, PARQUET]);
}

const cell = (place: string, value: string, type = "n"): string =>
  `<c r="${place}" t="${type}"><v>${value}</v></c>`;
const HEADER = `<row r="1">${cell("A1", "id", "str")}${cell("B1", "sequence", "str")}</row>`;
const ROW = `<row r="2">${cell("A2", "1")}${cell("B2", "ACDE", "str")}</row>`;

/** Plates of six wells below titles. */
function plateOf(title: (index: number) => string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${title(index)}\n,1,2,3\nA,1,2,3\nB,4,5,6\n\n`).join(
    "",
  );
}

/** Archive with many entries for the same bytes: small, but nearly endless when read. */
function overlappingArchive(count: number): Uint8Array {
  const data = deflateRawSync(Buffer.alloc(1_000_000));
  const one = zipOf({ path: "xl/worksheets/sheet1.xml", content: Buffer.alloc(1_000_000) });
  const start = one.indexOf(Buffer.from("504b0102", "hex"));
  const directory = one.subarray(start, one.length - 22);
  const end = Buffer.from(one.subarray(one.length - 22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length * count, 12);
  return Buffer.concat([
    one.subarray(0, start),
    ...Array<Buffer>(count).fill(directory),
    end,
    data.subarray(0, 0),
  ]);
}

export const FILE_ATTACKS: FileAttack[] = [
  // Parquet
  {
    name: "a footer with a number of 400,000 bytes",
    format: "PARQUET",
    content: () => parquetOf(Buffer.concat([Buffer.of(0x15), Buffer.alloc(400_000, 0x80), Buffer.of(1, 0)])),
  },
  {
    name: "a footer of 40 million empty structs",
    format: "PARQUET",
    content: () =>
      parquetOf(
        Buffer.concat([Buffer.of(0x15, 2, 0x19, 0xfc, 0x80, 0xe8, 0xa6, 0x13), Buffer.alloc(40_000_000)]),
      ),
  },
  {
    name: "a footer that is nested without end",
    format: "PARQUET",
    content: () => parquetOf(Buffer.alloc(5_000_000, 0x1c)),
  },
  {
    name: "a footer longer than its file",
    format: "PARQUET",
    content: () => parquetOf(Buffer.alloc(100), 0xfffffff0),
  },
  {
    name: "a footer that promises two billion columns",
    format: "PARQUET",
    content: () => parquetOf(Buffer.of(0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0)),
  },
  {
    name: "a footer of noise",
    format: "PARQUET",
    content: () => parquetOf(Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) & 255))),
  },
  // XLSX
  {
    name: "three million empty shared strings",
    format: "XLSX",
    content: () =>
      workbookOf({ sheet: sheetOf(HEADER + ROW), strings: `<sst>${"<si/>".repeat(3_000_000)}</sst>` }),
  },
  {
    name: "a sheet of 400 MB of zeros",
    format: "XLSX",
    content: () => workbookOf({ sheet: Buffer.alloc(400_000_000) }),
  },
  {
    name: "two million empty rows",
    format: "XLSX",
    content: () => workbookOf({ sheet: sheetOf(HEADER + "<row/>".repeat(2_000_000)) }),
  },
  {
    name: "cells in the last column of every row",
    format: "XLSX",
    content: () =>
      workbookOf({
        sheet: sheetOf(
          HEADER +
            Array.from(
              { length: 100_000 },
              (_, i) => `<row r="${i + 2}">${cell(`XFD${i + 2}`, "1")}</row>`,
            ).join(""),
        ),
      }),
  },
  {
    name: "a row of five million cells",
    format: "XLSX",
    content: () => workbookOf({ sheet: sheetOf(`<row r="1">${"<c><v>1</v></c>".repeat(5_000_000)}</row>`) }),
  },
  {
    name: "an attribute of 50 MB",
    format: "XLSX",
    content: () => workbookOf({ sheet: `<worksheet x="${"a".repeat(50_000_000)}"><sheetData/></worksheet>` }),
  },
  {
    name: "elements nested a million deep",
    format: "XLSX",
    content: () => workbookOf({ sheet: "<a>".repeat(1_000_000) }),
  },
  {
    name: "entities that multiply",
    format: "XLSX",
    content: () =>
      workbookOf({
        sheet: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, i) => `<!ENTITY ${String.fromCharCode(98 + i)} "${`&${String.fromCharCode(97 + i)};`.repeat(10)}">`).join("")}]>${sheetOf(`<row r="1">${cell("A1", "&m;", "str")}</row>`)}`,
      }),
  },
  {
    name: "a million merged cells",
    format: "XLSX",
    content: () =>
      workbookOf({
        sheet: sheetOf(HEADER + ROW).replace(
          "</worksheet>",
          `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(1_000_000)}</mergeCells></worksheet>`,
        ),
      }),
  },
  {
    name: "a million styles",
    format: "XLSX",
    content: () =>
      workbookOf({
        sheet: sheetOf(HEADER + ROW),
        styles: `<styleSheet><numFmts>${'<numFmt numFmtId="200" formatCode="yy"/>'.repeat(500_000)}</numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(500_000)}</cellXfs></styleSheet>`,
      }),
  },
  {
    name: "60,000 entries",
    format: "XLSX",
    content: () => zipOf(...Array.from({ length: 60_000 }, (_, i) => ({ path: `e${i}`, content: "" }))),
  },
  { name: "60,000 entries of the same bytes", format: "XLSX", content: () => overlappingArchive(60_000) },
  {
    name: "a shared string of 140 MB",
    format: "XLSX",
    content: () =>
      workbookOf({
        sheet: sheetOf(HEADER + ROW),
        strings: `<sst><si><t>${"a".repeat(140_000_000)}</t></si></sst>`,
      }),
  },
  // Sequences
  {
    name: "a sequence of 50 million lines without letters",
    format: "FASTA",
    content: () => `>a\n${"\n".repeat(50_000_000)}`,
  },
  {
    name: "a read that never ends",
    format: "FASTQ",
    content: () => `@a\n${"ACGT\n".repeat(10_000_000)}`,
  },
  {
    name: "five million names in an alignment",
    format: "STOCKHOLM",
    content: () =>
      `# STOCKHOLM 1.0\n${Array.from({ length: 5_000_000 }, (_, i) => `s${i} A`).join("\n")}\n//\n`,
  },
  {
    name: "a million annotations of sequences that are not there",
    format: "STOCKHOLM",
    content: () =>
      `# STOCKHOLM 1.0\n${Array.from({ length: 1_000_000 }, (_, i) => `#=GS s${i} DE ${"x".repeat(60)}`).join("\n")}\n//\n`,
  },
  {
    name: "300,000 features of a whole record",
    format: "GENBANK",
    content: () =>
      `LOCUS X\nFEATURES\n${`     gene            1..900000\n`.repeat(300_000)}ORIGIN\n${`${"acgt".repeat(15)}\n`.repeat(15_000)}//\n`,
  },
  {
    name: "ten million operators within one another",
    format: "GENBANK",
    content: () =>
      `LOCUS X\nFEATURES\n     gene            1\n${`${" ".repeat(21)}complement(complement(\n`.repeat(500_000)}//\n`,
  },
  {
    name: "a chain of two million residues",
    format: "PDB",
    content: () =>
      Array.from(
        { length: 2_000_000 },
        (_, i) =>
          `ATOM      1  CA  GLY A${(i % 10_000).toString().padStart(4)}${String.fromCharCode(65 + i / 10_000)}\n`,
      ).join(""),
  },
  {
    name: "five million items of a loop",
    format: "MMCIF",
    content: () => `data_a\nloop_\n${"_atom_site.x\n".repeat(5_000_000)}`,
  },
  {
    name: "a text that never ends",
    format: "MMCIF",
    content: () => `data_a\n_entry.id\n;${"x\n".repeat(20_000_000)}`,
  },
  // Plates
  {
    name: "plates whose titles are 30 MB long",
    format: "CSV",
    arrangement: "PLATES",
    content: () => plateOf(() => `Plate ${"time plate 1 ".repeat(2_400_000)}`, 1),
  },
  {
    name: "15,000 plates with one name",
    format: "CSV",
    arrangement: "PLATES",
    content: () => plateOf(() => "Plate 7 450 nm", 15_000),
  },
  {
    name: "15,000 descriptions of one plate",
    format: "CSV",
    arrangement: "PLATES",
    content: () => plateOf((index) => `Concentration ${index}`, 15_000),
  },
  {
    name: "90 descriptions of 9,000 plates",
    format: "CSV",
    arrangement: "PLATES",
    content: () =>
      `${plateOf((index) => `Layout ${index}`, 90)}${plateOf((index) => `Plate ${index}`, 9_000)}`,
  },
  {
    name: "half a million lines that begin a plate",
    format: "CSV",
    arrangement: "PLATES",
    content: () => `,1,2,3,4,5,6,7,8,9,10,11,12\nA,1\n`.repeat(500_000),
  },
  {
    name: "a line of 1,900,000 numbers of columns",
    format: "CSV",
    arrangement: "PLATES",
    content: () => `${",1,2,3".repeat(475_000)}\nA,1,2,3\nB,1,2,3\n`,
  },
  {
    name: "half a million headers of wells over time",
    format: "CSV",
    arrangement: "PLATES",
    content: () => "Time,A1,A2,A3\n".repeat(490_000),
  },
  {
    name: "a million times of three wells",
    format: "CSV",
    arrangement: "PLATES",
    content: () => `Time,A1,A2,A3\n${"1,2,3,4\n".repeat(490_000)}`,
  },
  // Text
  { name: "a line of 60 MB", format: "CSV", content: () => `id,sequence\n1,${"A".repeat(60_000_000)}` },
  {
    name: "a quote that never ends",
    format: "CSV",
    content: () => `id,sequence\n1,"${"A\n".repeat(10_000_000)}`,
  },
  { name: "20 million empty lines", format: "CSV", content: () => `id,sequence\n${"\n".repeat(20_000_000)}` },
  {
    name: "a header of 500,000 columns",
    format: "CSV",
    content: () => Array.from({ length: 500_000 }, (_, i) => `c${i}`).join(","),
  },
  {
    name: "ten million quotes",
    format: "CSV",
    content: () => `id,sequence\n${'""""""""""'.repeat(1_000_000)}`,
  },
  {
    name: "rows of a million cells",
    format: "TSV",
    content: () => `id\tsequence\n${`${"\t".repeat(900_000)}\n`.repeat(20)}`,
  },
  { name: "50 MB of NUL", format: "CSV", content: () => Buffer.alloc(50_000_000) },
  {
    name: "numbers of a million digits",
    format: "CSV",
    content: () => `id,sequence\n${`${"9".repeat(1_000_000)},A\n`.repeat(20)}`,
  },
  { name: "ten million open brackets", format: "NDJSON", content: () => "[".repeat(10_000_000) },
  {
    name: "an object nested a million deep",
    format: "NDJSON",
    content: () => `${'{"a":'.repeat(300_000)}1${"}".repeat(300_000)}`,
  },
  {
    name: "an object of 100,000 keys",
    format: "NDJSON",
    content: () => `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(",")}}`,
  },
  {
    name: "one key 200,000 times",
    format: "NDJSON",
    content: () => `{${'"id":1,'.repeat(200_000)}"sequence":"A"}`,
  },
  { name: "five million empty objects", format: "NDJSON", content: () => "{}\n".repeat(5_000_000) },
];
