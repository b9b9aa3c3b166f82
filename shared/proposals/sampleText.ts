import { openText } from "@pdp/formats/files";
import {
  type Delimiter,
  findWellTables,
  type GridLine,
  holdCurves,
  holdsBlocks,
  holdsWells,
  isOfInstrument,
  linesOf,
  type TextLayout,
} from "@pdp/formats/layouts";
import type { FileOptions } from "@pdp/formats/options";
import { type OpenedText, UnreadableText } from "@pdp/formats/text";

import { detectInstrument, onlySettings } from "./instrument.ts";
import { repertoireDelimiter } from "./repertoires.ts";
import { NoSample, type PreviewSource, type Sample } from "./sample.ts";
import { sampleCurves } from "./sampleCurves.ts";
import { sampleJson } from "./sampleJson.ts";
import { samplePlates } from "./samplePlates.ts";
import { sampleTable } from "./sampleTable.ts";
import { type FoundSections, sectionsOf, unnamedSections } from "./sections.ts";

/** Maximum number of bytes to read from a text file. */
const MAX_SAMPLE_BYTES = 4 << 20;
const HEAD_BYTES = 64 << 10;
const LF = 0x0a;
const DELIMITERS: readonly Delimiter[] = ["\t", ",", ";"];

/** Reads the first rows of a CSV, TSV or NDJSON file. Throws NoSample or UnreadableText. */
export async function sampleText(source: PreviewSource, compression: "GZIP" | "ZIP" | null): Promise<Sample> {
  const { text, encoding } = await openAny(source);
  const { bytes, isWhole } = await readHead(text, source.isCut);
  const shown = encoding ?? "UTF-8";
  const options: FileOptions = encoding === undefined ? {} : { encoding };
  const common = { detected: { compression, encoding: shown }, options, isWhole };
  if (/^\s*\{/.test(bytes.toString("utf8", 0, 1_000).replace(/^\ufeff/, ""))) {
    const lines = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
    const { isAll, ...sample } = sampleJson(lines);
    const json = { ...common, ...sample, format: "NDJSON" as const, isWhole: isWhole && isAll };
    return { ...json, ...(!json.isWhole && { text: lines }) };
  }
  const { plate, ...described } = text.describe([]);
  const characters = bytes.toString("utf8");
  const instrument = detectInstrument(characters);
  const ofPlates = { ...common, detected: { ...common.detected, instrument: instrument ?? null } };
  const ofChains = source.headerRow === undefined ? repertoireDelimiter(characters) : undefined;
  if (ofChains !== undefined) {
    const file = { text, bytes, layout: described.layout, sections: firstLine(ofChains) };
    return sampleTable({ ...source, headerRow: 1 }, file, ofPlates);
  }
  if (plate !== undefined && source.headerRow === undefined)
    return samplePlates(source.name, bytes, plate.delimiter, ofPlates);
  const ofInstrument = source.headerRow === undefined ? delimiterOfBlocks(bytes) : undefined;
  if (ofInstrument !== undefined) return samplePlates(source.name, bytes, ofInstrument, ofPlates);
  // The settings above the wells may contain more of another separator.
  const delimiters = new Set([...(described.layout ? [described.layout.delimiter] : []), ...DELIMITERS]);
  const kinetic =
    source.headerRow === undefined
      ? [...delimiters].find((delimiter) => hasWellsOverTime(bytes, delimiter))
      : undefined;
  if (kinetic !== undefined) return samplePlates(source.name, bytes, kinetic, ofPlates);
  const { layout } = described;
  if (layout !== undefined && source.headerRow === undefined && hasCurves(bytes, layout))
    return sampleCurves(bytes, { ...layout, decimal: layout.decimal ?? "." }, ofPlates);
  const sections = sectionsOf(characters, isWhole, source.headerRow, instrument !== undefined);
  const width = described.layout?.header.length ?? 0;
  if (
    instrument !== undefined &&
    sections.chosen === undefined &&
    source.headerRow === undefined &&
    width <= 2
  )
    throw new NoSample(onlySettings(instrument));
  const hasSections =
    sections.sections.length > 0 || sections.chosen !== undefined || instrument !== undefined;
  const delimiter = described.layout?.delimiter;
  const textSections =
    hasSections || delimiter === undefined
      ? sections
      : unnamedSections(characters, isWhole, source.headerRow, delimiter);
  return sampleTable(source, { text, bytes, layout: described.layout, sections: textSections }, ofPlates);
}

/** Returns the only table of a text file, whose names are on its first line. */
function firstLine(delimiter: Delimiter): FoundSections {
  const table = { name: "", isAbove: true, headerRow: 1, delimiter, width: 0, rows: 0 };
  return { sections: [], chosen: { ...table, lastRow: undefined, linesBelow: 0 }, linesAbove: 0 };
}

/** Tells whether the table of a text file has two columns for each curve. */
function hasCurves(bytes: Buffer, { delimiter, headerRow }: TextLayout): boolean {
  return holdCurves(headLinesOf(bytes, delimiter).filter(({ line }) => line >= headerRow));
}

/** Tells whether a text file starts with a table that has one column or one row per well. */
function hasWellsOverTime(bytes: Buffer, delimiter: Delimiter): boolean {
  return findWellTables(headLinesOf(bytes, delimiter)).length > 0;
}

/** Returns the delimiter with which the wells of an instrument are found; undefined for other files. */
function delimiterOfBlocks(bytes: Buffer): Delimiter | undefined {
  return DELIMITERS.find((delimiter) => {
    const head = headLinesOf(bytes, delimiter);
    if (holdsBlocks(head)) return true;
    return isOfInstrument(head) && holdsWells(headLinesOf(bytes, delimiter, bytes.length));
  });
}

/** Reads the first lines of cells; none if they cannot be read. */
function headLinesOf(bytes: Buffer, delimiter: Delimiter, maxBytes = HEAD_BYTES): GridLine[] {
  const head = bytes.subarray(0, maxBytes);
  const complete = head.length < bytes.length ? head.subarray(0, head.lastIndexOf(LF) + 1) : head;
  try {
    return linesOf(complete, delimiter);
  } catch (error) {
    if (error instanceof UnreadableText) return [];
    throw error;
  }
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
