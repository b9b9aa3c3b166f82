import type { FileOptions } from "#shared/domain/loads/fileOptions.ts";
import { type Delimiter, detectLayout, type TextLayout } from "#shared/formats/detect/detectLayout.ts";
import { detectInstrument } from "#shared/formats/detect/instrument.ts";
import type { TextSection } from "#shared/formats/detect/textSection.ts";
import { linesOf } from "#shared/formats/plates/plateText.ts";
import { findWellTables } from "#shared/formats/plates/wellTables.ts";
import { CsvRecords } from "#shared/formats/text/csvRecords.ts";
import { LineSkipper } from "#shared/formats/text/lineSkipper.ts";
import type { OpenedText } from "#shared/formats/text/openedText.ts";
import { openText } from "#shared/formats/text/openText.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns } from "./sample.ts";
import { sampleJson } from "./sampleJson.ts";
import { samplePlates } from "./samplePlates.ts";
import { sectionsOf, sectionWarnings, shownSections } from "./sections.ts";

/** Maximum number of bytes to read from a text file. */
const MAX_SAMPLE_BYTES = 4 << 20;
const HEAD_BYTES = 64 << 10;
const LF = 0x0a;

/** Reads the first rows of a CSV, TSV or NDJSON file. Throws NoSample or UnreadableText. */
export async function sampleText(source: PreviewSource, compression: "GZIP" | "ZIP" | null): Promise<Sample> {
  const { text, encoding } = await openAny(source);
  const { bytes, isWhole } = await readHead(text, source.isCut);
  const shown = encoding ?? "UTF-8";
  const options: FileOptions = encoding === undefined ? {} : { encoding };
  const common = { found: { compression, encoding: shown }, options, isWhole };
  if (/^\s*\{/.test(bytes.toString("utf8", 0, 1_000).replace(/^\ufeff/, ""))) {
    const lines = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
    const { isAll, ...sample } = sampleJson(lines);
    const found = { ...common, ...sample, format: "NDJSON" as const, isWhole: isWhole && isAll };
    return { ...found, ...(!found.isWhole && { text: lines }) };
  }
  const { plate, ...described } = text.describe([]);
  const characters = bytes.toString("utf8");
  const instrument = detectInstrument(characters);
  const ofPlates = { ...common, found: { ...common.found, instrument: instrument ?? null } };
  if (plate !== undefined && source.headerRow === undefined)
    return samplePlates(source.name, bytes, plate.delimiter, ofPlates);
  const kinetic = source.headerRow === undefined ? described.layout?.delimiter : undefined;
  if (kinetic !== undefined && hasWellsOverTime(bytes, kinetic))
    return samplePlates(source.name, bytes, kinetic, ofPlates);
  const found = sectionsOf(characters, isWhole, source.headerRow, instrument !== undefined);
  const wanted = source.headerRow ?? found.chosen?.headerRow;
  const layout = wanted === undefined ? described.layout : layoutFrom(bytes, isWhole, wanted, found.chosen);
  if (layout === undefined) throw new NoSample(noLines(bytes));
  const lastRow = found.chosen?.lastRow;
  const hasEscapes = text.hasBackslashQuotes(layout.delimiter);
  const { columns, end, above, areUneven } = readRows(bytes, isWhole, layout, hasEscapes, lastRow);
  const isAll = (isWhole || lastRow !== undefined) && !columns.isFull;
  const { delimiter, decimal, headerRow, header } = layout;
  const format = delimiter === "\t" ? "TSV" : "CSV";
  const isOfInstrument = found.sections.length > 0 || instrument !== undefined;
  return {
    format,
    found: {
      ...common.found,
      delimiter,
      decimal: decimal ?? ".",
      header_row: headerRow,
      sections: shownSections(found),
      instrument: instrument ?? null,
    },
    options: {
      ...options,
      ...(delimiter !== "," && delimiter !== "\t" && { delimiter }),
      ...(decimal === "," && { decimal }),
      ...(headerRow > 1 && { header_row: headerRow }),
      ...(lastRow !== undefined && { last_row: lastRow }),
      ...(areUneven && isOfInstrument && { short_rows: "FILL" as const }),
    },
    warnings: sectionWarnings(found),
    header,
    cells: columns.cells,
    rows: columns.rows,
    lines: columns.lines,
    ...(above && wanted === undefined && { above }),
    isWhole: isAll,
    ...(!isAll && { text: bytes.subarray(0, end) }),
  };
}

/** Tells whether a text file starts with a table that has one column or one row per well. */
function hasWellsOverTime(bytes: Buffer, delimiter: Delimiter): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  const complete = head.length < bytes.length ? head.subarray(0, head.lastIndexOf(LF) + 1) : head;
  try {
    return findWellTables(linesOf(complete, delimiter)).length > 0;
  } catch (error) {
    if (error instanceof UnreadableText) return false;
    throw error;
  }
}

/** Detects the layout of the cells, starting with the header line. */
function layoutFrom(
  bytes: Buffer,
  isWhole: boolean,
  headerRow: number,
  section: TextSection | undefined,
): TextLayout | undefined {
  const skipper = new LineSkipper(headerRow - 1);
  const below = skipper.take(bytes);
  const head = below.subarray(0, HEAD_BYTES);
  const delimiters = section?.headerRow === headerRow ? [section.delimiter] : undefined;
  const layout = detectLayout(head, isWhole && head.length === below.length, [], 1, delimiters);
  // Empty lines after the stated line are skipped, as during a load.
  return layout && { ...layout, headerRow: layout.headerRow + headerRow - 1 };
}

/** Explains why a file has no lines that could be rows. */
function noLines(bytes: Buffer): string {
  if (bytes.length === 0) return "the file is empty";
  // Text files do not contain control characters below the tab.
  if (bytes.subarray(0, HEAD_BYTES).some((byte) => byte < 9))
    return "the file is neither text nor a workbook or Parquet file; save it as CSV, TSV, XLSX, Parquet or NDJSON";
  return "the file has no complete line";
}

/** Opens a text file in any supported encoding. Returns the encoding if it must be stated explicitly. */
async function openAny({
  path,
  name,
}: PreviewSource): Promise<{ text: OpenedText; encoding: FileOptions["encoding"] }> {
  // Any text file can be opened as NDJSON.
  const open = (encoding?: FileOptions["encoding"], format: "NDJSON" | "CSV" = "NDJSON") =>
    openText({ path, name, format, ...(encoding && { reading: { encoding } }) });
  try {
    const text = await open();
    const { encoding } = text.describe([]);
    if (encoding !== "WINDOWS-1252") return { text, encoding: undefined };
    return { text: await open(encoding), encoding };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const text = await open("UTF-16").catch(() => undefined);
    if (text?.describe([]).encoding?.startsWith("UTF-16")) return { text, encoding: "UTF-16" };
    return { text: await open(undefined, "CSV"), encoding: undefined };
  }
}

/** Reads the beginning of a UTF-8 text file and copies it, because a chunk is overwritten once later chunks are read. */
async function readHead(text: OpenedText, isCut: boolean): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const { chunk } of text.chunks()) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > MAX_SAMPLE_BYTES) break;
    }
  } catch (error) {
    // A compressed file ends too early if only part of it was sent.
    if (!(error instanceof UnreadableText) || !isCut || length === 0) throw error;
  }
  const isWhole = length <= MAX_SAMPLE_BYTES && !isCut;
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_SAMPLE_BYTES), isWhole };
}

/** Reads the rows after the header. `end` is the end offset of the last row, in bytes. */
function readRows(
  bytes: Buffer,
  isWhole: boolean,
  { delimiter, headerRow, header }: TextLayout,
  hasEscapes: boolean,
  lastRow = Number.POSITIVE_INFINITY,
): { columns: SampleColumns; end: number; above: string[] | undefined; areUneven: boolean } {
  const records = new CsvRecords(delimiter, 1, undefined, hasEscapes);
  const columns = new SampleColumns(header.length);
  let [end, hasHeader, areUneven] = [0, false, false];
  let above: string[] | undefined;
  records.push(bytes, isWhole);
  while (!columns.isFull && records.next()) {
    if (records.fault?.isFatal || records.line > lastRow) break;
    const { count } = records;
    if (count > 0) end = (records.ends[count - 1] as number) + (records.quoted(count - 1) ? 1 : 0);
    if (!hasHeader) {
      hasHeader = records.line >= headerRow;
      if (records.line === headerRow - 1)
        above = Array.from({ length: Math.min(count, header.length + 1) }, (_, cell) => records.text(cell));
    } else if (records.fault === undefined && !records.isEmpty()) {
      areUneven ||=
        count > 1 && (count < header.length || (count > header.length && records.isEmptyFrom(header.length)));
      columns.add(
        Array.from({ length: Math.min(count, header.length) }, (_, cell) => records.text(cell)),
        records.line,
      );
    }
  }
  return { columns, end, above, areUneven };
}
