import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { writeXlsx } from "hucre";
import iconv from "iconv-lite";
import JSZip from "jszip";
import { describe, expect, test } from "vitest";
import { recording } from "../../../../test/awkward/recordedFrame.ts";
import { biologyFiles, ordinaryTables } from "../../../../test/support/biologyFiles.ts";
import { describeHead } from "../../detect/describeHead.ts";
import { type ContentKind, detectContent } from "../../detect/detectContent.ts";
import { detectEncoding } from "../../detect/detectEncoding.ts";
import { decodeText, TextDecoding } from "../../detect/textDecoding.ts";

const ROWS = [
  ["variant", "tm"],
  ["S238A", 58.9],
];

describe("the first bytes identify the content", () => {
  test("the first bytes identify spreadsheets from several programs", async () => {
    const files = ["xlsx", "xlsb", "ods", "xls"].map((type) => recording(`sheetjs.${type}`)());
    const kinds = (await Promise.all(files)).map(detectContent);
    expect(kinds).toEqual(["XLSX", "XLSB", "ODS", "XLS"]);
    const streamed = Buffer.from(await writeXlsx({ sheets: [{ name: "s", rows: ROWS }] }));
    expect(detectContent(streamed)).toBe("XLSX");
    expect(detectContent(streamed.subarray(0, 200))).toBe("XLSX");
  });

  test("the first bytes identify archives and compressed files", async () => {
    const zip = await new JSZip().file("a.csv", "a,b\n1,2\n").generateAsync({ type: "nodebuffer" });
    const streamed = await new JSZip()
      .file("a.csv", "a,b\n1,2\n")
      .generateAsync({ type: "nodebuffer", streamFiles: true, compression: "DEFLATE" });
    const docx = await new JSZip()
      .file("[Content_Types].xml", "<Types>wordprocessingml</Types>")
      .generateAsync({ type: "nodebuffer", compression: "DEFLATE" });
    expect([zip, streamed, docx].map(detectContent)).toEqual(["ZIP", "ZIP", "WORD"]);
    expect(detectContent(gzipSync("a,b\n"))).toBe("GZIP");
    expect(detectContent(zstdCompressSync("a,b\n"))).toBe("ZSTD");
    expect(detectContent(Buffer.from("425a683931415926535900", "hex"))).toBe("BZIP2");
  });

  test.each<[ContentKind, string]>([
    ["PARQUET", "PAR1\x15\x04\x15\x00"],
    ["ARROW", "ARROW1\x00\x00"],
    ["RDATA", "RDX3\nX\n\x00\x00\x00"],
    ["PDF", "%PDF-1.7\n"],
    ["HTML", "\n<!DOCTYPE html><html>"],
    ["HTML", "<table><tr><td>"],
    ["XML", '<?xml version="1.0"?><Workbook>'],
    ["JSON_ARRAY", ' [\n {"a": 1},'],
    ["JSON_ARRAY", "[]"],
    ["JSON_LINES", '{"a":1}\n'],
    ["JSON_LINES", '{ "a\\"b" : ['],
    ["TEXT", "{a},b\n1,2\n"],
    ["TEXT", "PAR1,ARROW1\nx,y\n"],
    ["TEXT", "BZh9,a\n"],
    ["TEXT", "[µM],x\n"],
    ["TEXT", ""],
  ])("%s: %j", (kind, text) => {
    expect(detectContent(Buffer.from(text, "utf8"))).toBe(kind);
  });

  test.each(biologyFiles)("%s is recognized in %s, in every encoding", (kind, _, text) => {
    for (const encoding of ["utf8", "utf-16le", "utf-16be"])
      expect(detectContent(iconv.encode(text, encoding, { addBOM: true }))).toBe(kind);
    expect(detectContent(Buffer.from(`\n${text.replaceAll("\n", "\r\n")}`).subarray(0, 64 << 10))).toBe(kind);
  });

  test.each(ordinaryTables)("a table with %s is text", (_, text) => {
    expect(detectContent(Buffer.from(text))).toBe("TEXT");
  });

  test("the first bytes identify an Apple Numbers document", async () => {
    const options = { type: "nodebuffer", compression: "STORE" } as const;
    const numbers = new JSZip().file("Index/Document.iwa", "x").file("Metadata/Properties.plist", "y");
    expect(detectContent(await numbers.generateAsync(options))).toBe("NUMBERS");
    const old = new JSZip().file("preview.jpg", "x").file("Index.zip", "y");
    expect(detectContent(await old.generateAsync(options))).toBe("NUMBERS");
    const index = new JSZip().file("Index/a.csv", "a,b\n1,2\n");
    expect(detectContent(await index.generateAsync(options))).toBe("ZIP");
  });

  test("any bytes are classified, regardless of where the sample ends", async () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom("", "PK\x03\x04", "PAR1"),
        (bytes, start) => {
          const head = Buffer.concat([Buffer.from(start, "latin1"), bytes]);
          expect(describeHead(head, false).content).toBe(detectContent(head));
        },
      ),
      { numRuns: 2_000, seed: 1 },
    );
    const workbook = await recording("sheetjs.xlsx")();
    for (let end = 0; end < 600; end++) describeHead(workbook.subarray(0, end), false);
  });
});

describe("the encoding of text is recognized", () => {
  const text = "Mutante;Aktivität (µmol/min)\nS238A;1,5 ± 0,2\n";

  test.each([
    ["utf8", "UTF-8"],
    ["utf-16le", "UTF-16LE"],
    ["utf-16be", "UTF-16BE"],
    ["utf-32", "UTF-32"],
    ["windows-1252", "WINDOWS-1252"],
    ["iso-8859-1", "WINDOWS-1252"],
  ])("%s with and without a byte order mark", (encoding, expected) => {
    if (encoding !== "utf-32") expect(detectEncoding(iconv.encode(text, encoding))).toBe(expected);
    if (/utf/.test(encoding))
      expect(detectEncoding(iconv.encode(text, encoding, { addBOM: true }))).toBe(expected);
  });

  test("a character split by the end of the sample has no effect", () => {
    const bytes = Buffer.from("a,é😀漢\n");
    for (let end = 0; end <= bytes.length; end++) {
      expect(detectEncoding(bytes.subarray(0, end))).toBe("UTF-8");
    }
  });

  test.each(["UTF-16LE", "UTF-16BE", "WINDOWS-1252"] as const)(
    "%s is decoded to the same text as with iconv-lite, no matter how the bytes arrive",
    (encoding) => {
      const any = fc.string({
        unit: fc.constantFrom(...'aé€™œ\n"ÿ±µ', ...(encoding === "WINDOWS-1252" ? "" : "😀漢")),
      });
      fc.assert(
        fc.property(any, fc.integer({ min: 1, max: 7 }), (value, size) => {
          const bytes = iconv.encode(value, encoding);
          expect(decodeText(bytes, encoding).toString()).toBe(value);
          const decoding = new TextDecoding(encoding);
          const parts: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size) {
            parts.push(decoding.decode(bytes.subarray(at, at + size), at + size >= bytes.length));
          }
          expect(Buffer.concat(parts).toString()).toBe(value);
        }),
        { numRuns: 500, seed: 2 },
      );
    },
  );
});

describe("the layout of text is recognized", () => {
  const layoutOf = (text: string, names: string[] = []) =>
    describeHead(Buffer.from(text), true, names).layout;

  test.each([
    ["commas", "a,b,c\n1,2.5,x\n", { delimiter: ",", decimal: ".", headerRow: 1 }],
    [
      "semicolons and decimal commas",
      "a;b;c\n1;2,5;x\n3;4,25;y\n",
      { delimiter: ";", decimal: ",", headerRow: 1 },
    ],
    ["decimal commas in quotes", 'a,b\n"1,5","2,25"\n', { delimiter: ",", decimal: ",", headerRow: 1 }],
    [
      "more commas than semicolons",
      "name;x,y;z\n1,5;2,5;3,5\n1,5;2,5;3,5\n",
      { delimiter: ";", decimal: "," },
    ],
    ["semicolons and decimal points", "a;b\n1.5;2.5\n", { delimiter: ";", decimal: "." }],
    [
      "numbers that may have separators of thousands",
      "a;b\n1,234;5,678\n",
      { delimiter: ";", decimal: undefined },
    ],
    ["tabs", "a\tb c\tlist\n1\tx, y\t1,2\n", { delimiter: "\t", headerRow: 1 }],
    [
      "tabs beside as many semicolons in each row",
      "name\tmutations\nD1\tA4D;P35I;K9W\nD2\tL5D;P35I;K9W\n",
      { delimiter: "\t", headerRow: 1 },
    ],
    ["bars", "a|b\n1|2\n3|4\n", { delimiter: "|" }],
    ["one column", "sequence\nMKV\nMKL\n", { delimiter: ",", headerRow: 1, header: ["sequence"] }],
    ["a title and a blank line", "Plate 7\n\nwell,od\nA1,0.5\nA2,0.6\n", { delimiter: ",", headerRow: 3 }],
    [
      "titles with as many delimiters",
      "Plate 7,,\nby,me,\nwell,od,sd\nA1,0.5,0.1\nA2,0.6,0.2\n",
      { headerRow: 3 },
    ],
    ["a line for spreadsheets", "sep=;\na;b\n1,5;2\n2,5;3\n", { delimiter: ";", decimal: ",", headerRow: 2 }],
    ["names of rows", '"a","b"\n"1",1,2\n"2",3,4\n', { hasRowNames: true, headerRow: 1 }],
    ["quoted cells of several lines", 'a;b\n"x\ny, z\nw";1,5\n"q";2,5\n', { delimiter: ";", decimal: "," }],
    ["a header alone", "a;b;c\n", { delimiter: ";", headerRow: 1 }],
  ])("%s", (_, text, expected) => {
    expect(layoutOf(text)).toMatchObject(expected);
  });

  test("expected names locate the header below titles that look like a header", () => {
    const text = "Project,Owner\nPETase,me\nvariant,tm\nA,1.5\n";
    expect(layoutOf(text)).toMatchObject({ headerRow: 1 });
    expect(layoutOf(text, ["Variant", "tm"])).toMatchObject({ headerRow: 3 });
    expect(layoutOf("a,b;c,d\n1;2\n", ["a,b", "c,d"])).toMatchObject({ delimiter: ";" });
  });

  test("if the layout of a text is recognized, it has a valid header row", () => {
    const unit = fc.constantFrom(...'a1,;\t|"\n\r. é');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), fc.boolean(), (text, isWhole) => {
        const layout = describeHead(Buffer.from(text), isWhole, ["a"]).layout;
        if (layout) expect(layout.headerRow).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1_000, seed: 3 },
    );
  });

  test("cells written with a delimiter are read back", () => {
    const cell = fc.oneof(
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
        .map((value) => value.toFixed(2)),
      fc.string({ unit: fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWY"), minLength: 1, maxLength: 9 }),
    );
    const table = fc
      .integer({ min: 2, max: 6 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 4, maxLength: 20 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom(...",;\t|"), (rows, delimiter) => {
        const header = rows[0]?.map((_, index) => `column_${index}`) ?? [];
        const comma = delimiter === ";";
        const lines = [header, ...rows].map((cells) =>
          cells.map((text) => (comma ? text.replace(".", ",") : text)).join(delimiter),
        );
        const layout = layoutOf(`${lines.join("\n")}\n`);
        expect(layout).toMatchObject({ delimiter, header });
        if (rows.flat().some((text) => text.includes("."))) expect(layout?.decimal).toBe(comma ? "," : ".");
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});
