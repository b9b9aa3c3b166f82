import { headOf, openText } from "@pdp/formats/files";
import { FORMATS, type SequenceFormat } from "@pdp/formats/options";
import { CsvRecords, HEADER_LINE, type OpenedText, UnreadableText } from "@pdp/formats/text";

import { kindOfAligned, type ProposedKind, proposeKind } from "./proposeKind.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns, type SampleType } from "./sample.ts";

/** Maximum number of bytes to read from the CSV text of a sequence file. */
const MAX_SAMPLE_BYTES = 4 << 20;
/** File extensions of alignments, where sequences may have insertions but no gaps. */
const A3M_NAME = /\.a[23]m(?:\.(?:gz|zip))?$/i;
/** Formats with one row per feature or chain, which have many columns. */
const RECORDS: readonly SequenceFormat[] = ["GENBANK", "PDB", "MMCIF"];
/** Unit of a record's length in GenBank, EMBL or UniProt: bases or amino acids. RNA records are also written with T. */
const LOCUS = /^(?:LOCUS {2,}\S+ +\d+ |ID {3}\S.*[ ;]\d+ )(bp|aa)\b/gim;
const CHAIN = /^sequence_\d+$/;
const POSITIONS = ["start", "end"];
const OTHER_LETTERS =
  "text with unchecked letters (kind NONE), because some do not occur in aligned proteins";
const ONE_ROW_PER_READ =
  "Each read becomes a row. To count variants, query the table: SELECT sequence, count(*) AS reads … GROUP BY sequence.";

/** Reads the first sequences in a file as rows. Throws NoSample or UnreadableText. */
export async function sampleSequences(
  source: PreviewSource,
  content: SequenceFormat,
  compression: "GZIP" | "ZIP" | null,
): Promise<Sample> {
  const format = content === "FASTA" && A3M_NAME.test(source.name) ? "A3M" : content;
  const { text, encoding } = await openAny(source, format);
  const { bytes, isWhole } = await readHead(text, source.isCut);
  const { names, columns, end, hasAll } = readRows(bytes);
  if (columns.rows === 0) throw new NoSample("no sequence is complete in the previewed part of the file");
  const shown = shownColumns(format, columns.cells);
  const header = shown.map((column) => names[column] as string);
  const cells = shown.map((column) => columns.cells[column] as (string | null)[]);
  const stated = format === "GENBANK" ? moleculesOf(await headOf(source.path)) : undefined;
  const isAll = isWhole && hasAll;
  const warnings = format === "FASTQ" ? [ONE_ROW_PER_READ] : [];
  return {
    format,
    detected: { compression, encoding: encoding ?? "UTF-8" },
    options: encoding === undefined ? {} : { encoding },
    header,
    types: header.map((name, column) => typeOf(name, format, cells[column] ?? [], stated)),
    cells,
    rows: columns.rows,
    lines: columns.lines,
    isWhole: isAll,
    warnings,
    ...(!isAll && { text: bytes.subarray(0, end), isConverted: true }),
  };
}

/** Returns the type of a column: names are text, whatever they look like; reads consist of bases; alignments have gaps. */
function typeOf(
  name: string,
  format: SequenceFormat,
  cells: readonly (string | null)[],
  stated: ProposedKind | undefined,
): SampleType | undefined {
  // A property in the titles has whatever type its values have.
  if (!(FORMATS[format].columns as readonly string[]).includes(name)) return undefined;
  if (POSITIONS.includes(name)) return { type: { type: "INT64" } };
  const type = { type: "STRING" } as const;
  if (format === "FASTQ" && name === "sequence") return { type, kind: "DNA" };
  if (name === "sequence" && stated !== undefined) return { type, kind: stated };
  if (CHAIN.test(name)) return { type, kind: proposeKind("sequence", filled(cells)) ?? null };
  if (name === "translation") {
    const kind = proposeKind("sequence", filled(cells));
    return { type, kind: kind === "AMINO_ACIDS" ? kind : "NONE" };
  }
  if (name !== "aligned_sequence") return name.endsWith("sequence") ? { type } : { type, kind: null };
  const kind = kindOfAligned(filled(cells));
  return { type, kind, ...(kind === "NONE" && { reason: OTHER_LETTERS }) };
}

/** Returns the kind of sequences that all records of a GenBank file state; undefined if they differ. */
function moleculesOf(head: Buffer): ProposedKind | undefined {
  const kinds = [...head.toString("latin1").matchAll(LOCUS)].map(([, unit]) =>
    unit?.toLowerCase() === "aa" ? "AMINO_ACIDS" : "DNA",
  );
  return new Set(kinds).size === 1 ? (kinds[0] as ProposedKind) : undefined;
}

function filled(cells: readonly (string | null)[]): string[] {
  return cells.filter((cell) => cell !== null);
}

/**
 * Returns the columns to show: for records, those with values; descriptions, if there are any; aligned sequences, if any has a
 * gap.
 */
function shownColumns(format: SequenceFormat, cells: readonly (readonly (string | null)[])[]): number[] {
  if (RECORDS.includes(format))
    return cells.flatMap((column, index) => (filled(column).length > 0 ? [index] : []));
  const [, descriptions = [], sequences = [], written = []] = cells;
  const hasDescriptions = descriptions.some((cell) => cell !== null);
  const isAligned = written.some((cell, row) => cell !== null && cell !== sequences[row]);
  const chains = cells.flatMap((column, index) => (index > 3 && filled(column).length > 0 ? [index] : []));
  return [0, ...(hasDescriptions ? [1] : []), 2, ...(isAligned || format !== "FASTA" ? [3] : []), ...chains];
}

/** Opens the file in any supported encoding. Returns the encoding if it must be stated explicitly. */
async function openAny({ path, name, isCut }: PreviewSource, format: SequenceFormat) {
  const open = (encoding?: "UTF-16" | "WINDOWS-1252") =>
    openText({ path, name, format, isCut, ...(encoding && { reading: { encoding } }) });
  try {
    const text = await open();
    if (text.describe([]).encoding !== "WINDOWS-1252") return { text, encoding: undefined };
    return { text: await open("WINDOWS-1252"), encoding: "WINDOWS-1252" as const };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return { text: await open("UTF-16"), encoding: "UTF-16" as const };
  }
}

async function readHead(text: OpenedText, isCut: boolean): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const { chunk } of text.chunks()) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > MAX_SAMPLE_BYTES) break;
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= MAX_SAMPLE_BYTES && !isCut };
}

/** Reads the names and the rows of the CSV text. `end` is the end offset of the last row, in bytes. */
function readRows(bytes: Buffer) {
  const records = new CsvRecords(",", HEADER_LINE);
  let names: string[] = [];
  let columns = new SampleColumns(0);
  let [end, hasAll] = [0, true];
  records.push(bytes, true);
  while (records.next()) {
    if (records.fault !== undefined) throw new UnreadableText(records.fault.problem.reason);
    if (columns.isFull) {
      hasAll = false;
      break;
    }
    const last = records.count - 1;
    end = (records.ends[last] as number) + (records.quoted(last) ? 1 : 0);
    const row = Array.from({ length: records.count }, (_, cell) => records.text(cell));
    if (names.length > 0) columns.add(row, records.line);
    else {
      names = row;
      columns = new SampleColumns(names.length);
    }
  }
  return { names, columns, end, hasAll };
}
