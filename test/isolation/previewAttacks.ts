import { gzipSync } from "node:zlib";
import { sheetOf, workbookOf } from "#test/shared/formats/zipping.ts";

/** File from a hostile tenant that is expensive to preview, created on demand. */
export interface PreviewAttack {
  name: string;
  content: () => Uint8Array | string;
}

const cell = (place: string, value: string): string => `<c r="${place}"><v>${value}</v></c>`;
const MEGABYTE = 1_000_000;

/** Attacks of at most 1 MB, which `data:preview` accepts. */
export const PREVIEW_ATTACKS: readonly PreviewAttack[] = [
  {
    name: "a workbook that inflates to 480 MB",
    content: () => workbookOf({ sheet: Buffer.alloc(480_000_000) }),
  },
  {
    name: "a workbook with 140 MB of shared strings",
    content: () =>
      workbookOf({
        sheet: sheetOf("<row/>"),
        strings: `<sst>${"<si><t>a</t></si>".repeat(8_000_000)}</sst>`,
      }),
  },
  {
    name: "a sheet with the last column of 40,000 rows",
    content: () => {
      const rows = Array.from({ length: 40_000 }, (_, row) => `<row>${cell(`XFD${row + 1}`, "1")}</row>`);
      return workbookOf({ sheet: sheetOf(rows.join("")) });
    },
  },
  { name: "a text that unpacks to 400 MB", content: () => gzipSync(Buffer.alloc(400_000_000, "a,b\n")) },
  {
    name: "a line that unpacks to 400 MB",
    content: () => gzipSync(Buffer.concat([Buffer.from("a,b\n"), Buffer.alloc(400_000_000, "A")])),
  },
  { name: "1 MB of open brackets", content: () => `{"a":${"[".repeat(MEGABYTE - 10)}` },
  {
    name: "an object nested 150,000 deep",
    content: () => `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}\n{"a":1}\n`,
  },
  {
    name: "70,000 empty objects before one of 70,000 keys",
    content: () =>
      `${"{}\n".repeat(70_000)}{${Array.from({ length: 70_000 }, (_, key) => `"${key}":1`).join(",")}}\n`,
  },
  {
    name: "objects whose keys are all different",
    content: () => Array.from({ length: 80_000 }, (_, row) => `{"${row}":1}\n`).join(""),
  },
  { name: "a header of 330,000 columns", content: () => "ab,".repeat(330_000) },
  { name: "rows of 330,000 cells", content: () => `${",".repeat(330_000)}\n`.repeat(3) },
  { name: "a number of 1 MB", content: () => `a,b\n${"9".repeat(MEGABYTE - 10)},1\n` },
  { name: "a cell of spaces", content: () => `a,b\nx${" ".repeat(MEGABYTE - 10)}x,1\n` },
  { name: "a header of one name again and again", content: () => `${"name (°C),".repeat(90_000)}\n1,2\n` },
  { name: "a header of open brackets", content: () => `${"(".repeat(MEGABYTE - 20)},b\n1,2\n` },
  { name: "a quote that never ends", content: () => `a,b\n"${"x\n".repeat(499_000)}` },
  { name: "half a million quotes", content: () => `a,b\n${'""'.repeat(249_000)},1\n`.repeat(2) },
  { name: "half a million lines", content: () => "\n".repeat(500_000) },
  {
    name: "dates that are none",
    content: () => `when\n${"2024-13-99T99:99:99.999999999+99:99\n".repeat(27_000)}`,
  },
  { name: "250,000 names of sections", content: () => "[a]\n".repeat(250_000) },
  { name: "80,000 sections with a table", content: () => "[a]\nx,y\n1,2\n".repeat(80_000) },
  {
    name: "a name of a section of 1 MB",
    content: () => `[Raw]\na,b\n1,2\n[${"x ".repeat(MEGABYTE / 2 - 20)}`,
  },
  { name: "40,000 plates", content: () => ",1,2,3\nA,1,2,3\nB,4,5,6\n".repeat(40_000) },
  {
    name: "a title of a plate of 1 MB",
    content: () => `Plate ${"time 1 ".repeat(140_000)}\n,1,2,3\nA,1,2,3\nB,4,5,6\n`,
  },
  {
    name: "wells of 1 MB over time",
    content: () => `Time,${"A1,A2,A3,".repeat(110_000)}\n1,2,3\n`,
  },
  {
    name: "a record of 40,000 features",
    content: () =>
      `LOCUS X\nFEATURES\n${"     gene            1..10\n".repeat(37_000)}ORIGIN\n        1 acgtacgtac\n//\n`,
  },
  { name: "1 MB of one sequence", content: () => `sequence\n${"ACDEFGHIKL".repeat(99_000)}\nACDE-.x\n` },
];
