import fc from "fast-check";
import type { SequenceFormat } from "../options/fileFormat.ts";
import { sequenceText } from "../sequences/sequenceText.ts";
import { CsvRecords } from "../text/csvRecords.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { RECORD_LOSSES, type Row } from "./recordLoss.ts";
import { SEQUENCE_FILES } from "./sequenceFiles.ts";

const SPACE = /\s+/g;
const PIR = /^>(?:P1|F1|DL|DC|RL|RC|N3|N1|XX);/m;

interface ReadFile {
  rows: Row[];
  /** Content that the reader reports as unread. */
  notes: string[];
}

/** Reads a file in chunks of `size` bytes. Returns undefined if it is refused; other errors are thrown. */
export async function readRows(
  bytes: Buffer,
  format: SequenceFormat,
  size: number,
): Promise<ReadFile | undefined> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records = new CsvRecords(",", 0);
  const rows: Row[] = [];
  let notes: string[] = [];
  try {
    const text = sequenceText(chunks(), format, false);
    for (;;) {
      const { done, value } = await text.next();
      if (done) {
        notes = value.skipped;
        break;
      }
      records.push(value, false);
      if (!takeRows(records, rows)) return undefined;
    }
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
  records.push(Buffer.alloc(0), true);
  return takeRows(records, rows) ? { rows: rows.slice(1), notes } : undefined;
}

/** Returns false if the CSV reader refuses the text. */
function takeRows(records: CsvRecords, rows: Row[]): boolean {
  while (records.next()) {
    if (records.fault !== undefined) return false;
    const cells = Array.from({ length: records.count }, (_, cell) => records.text(cell));
    rows.push({ line: records.line, cells });
  }
  return true;
}

/** Returns the parts of a file that are missing from its rows; undefined if all parts are in the rows or named in a warning. */
export function lossOf(text: string, format: SequenceFormat, { rows, notes }: ReadFile): string | undefined {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const all = (parts: readonly string[]) => parts.join("").replace(SPACE, "");
  const isRecord = RECORD_LOSSES[format] !== undefined;
  if (
    !isRecord &&
    rows.some(({ line, cells }) => cells[0] && !lines[line - 1]?.includes(cells[0].slice(0, 3)))
  )
    return "a row is not on its line";
  if (format === "FASTA" || format === "A3M") {
    if (PIR.test(text)) return undefined;
    const title = lines.findIndex((line) => line.trimStart().startsWith(">"));
    const read = lines.filter(
      (line, index) => !line.startsWith(";") && !(index < title && line.startsWith("#")),
    );
    // Chains are separate cells.
    const withSigns = (words: string) => words.replaceAll(":", "/");
    const expected = withSigns(all(read.map((line) => line.replace(/^\s*>/, ""))));
    const foundText = withSigns(
      all(
        rows.map(({ cells: [name, description, , ...chains] }) => {
          return `${name}${description}${chains.filter((chain, at) => at === 0 || chain !== "").join("/")}`;
        }),
      ),
    );
    return expected === foundText ? undefined : `${expected} became ${foundText}`;
  }
  const lossOfRecords = RECORD_LOSSES[format];
  if (lossOfRecords !== undefined) return lossOfRecords(lines, rows, notes);
  if (format === "FASTQ") {
    const total = all(lines).length;
    const titles = rows.map(({ cells: [name = "", description = ""] }) => all([name, description]).length);
    const known = rows.reduce(
      (sum, { cells: [, , bases = "", qualities = ""] }, row) =>
        sum + 2 + (titles[row] ?? 0) + all([bases]).length + all([qualities]).length,
      0,
    );
    const rest = total - known;
    const maxTitles = titles.reduce((sum, length) => sum + length, 0);
    return rest >= 0 && rest <= maxTitles ? undefined : `${rest} of ${total} letters are missing`;
  }
  const parts = lines
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && !line.startsWith("//"))
    .filter((line) => format === "STOCKHOLM" || !/^\s[\s*:.]*$/.test(line))
    .slice(format === "CLUSTAL" ? 1 : 0);
  const letters = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const expected = letters(parts.map((line) => line.trim().split(SPACE)[1] ?? ""));
  const foundCount = letters(rows.map(({ cells: [, , , written = ""] }) => written));
  return expected === foundCount ? undefined : `${foundCount} of ${expected} letters were read`;
}

const piece = fc.constantFrom(
  ...[
    ">",
    "@",
    "+",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    ";",
    "#",
    "//",
    "-",
    ".",
    "*",
    '"',
    ",",
    "A",
    "mk",
    "7",
    "é",
    "\0",
  ],
);
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Number of characters to remove; if negative, the number to insert. */
  remove: fc.integer({ min: -9, max: 9 }),
  insert: fc.array(piece, { maxLength: 4 }),
});

/** Damaged files in one format, with the chunk size used to read them. */
export function damagedFiles(format: SequenceFormat): fc.Arbitrary<[text: string, size: number]> {
  const texts = fc.array(damage, { minLength: 1, maxLength: 4 }).map((damages) =>
    damages.reduce((text, { at, remove, insert }) => {
      const start = Math.floor(at * text.length);
      const inserted = insert.join("");
      return `${text.slice(0, start)}${inserted}${text.slice(start + (remove < 0 ? inserted.length : remove))}`;
    }, SEQUENCE_FILES[format]),
  );
  return fc.tuple(texts, fc.integer({ min: 1, max: 40 }));
}

/** Checks damaged files in each format: they are refused or read without losses, regardless of chunking. */
export async function checkLoss(format: SequenceFormat, numRuns: number, seed: number): Promise<number> {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(damagedFiles(format), async ([text, size]) => {
      const bytes = Buffer.from(text);
      const file = await readRows(bytes, format, size);
      const whole = await readRows(bytes, format, bytes.length + 1);
      if (JSON.stringify(file) !== JSON.stringify(whole)) throw new Error("chunks change the rows");
      if (file === undefined) return;
      read++;
      const loss = lossOf(bytes.toString(), format, file);
      if (loss !== undefined) throw new Error(loss);
    }),
    { numRuns, seed },
  );
  return read;
}
