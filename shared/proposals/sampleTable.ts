import { formatCount } from "@pdp/basics/wording";
import { detectLayout, type TextLayout, type TextSection } from "@pdp/formats/layouts";
import type { FileOptions } from "@pdp/formats/options";
import { LineSkipper, type OpenedText } from "@pdp/formats/text";

import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { looksLikeData } from "#shared/proposals/judgeHeader.ts";
import { knownColumns, vcfTypes } from "#shared/proposals/knownColumns.ts";
import { likely } from "./decisions.ts";
import { numberedColumns } from "./numberedColumns.ts";
import { readTableRows, type TableRows } from "./readTableRows.ts";
import { repertoireTypes } from "./repertoires.ts";
import { NoSample, type PreviewSource, type Sample } from "./sample.ts";
import { type FoundSections, sectionDecisions, sectionWarnings, shownSections } from "./sections.ts";
import { type TableLines, tableLines } from "./tableLines.ts";

const HEAD_BYTES = 64 << 10;
const LF = 0x0a;
/** Number of rows from which a format is recognized. */
const MAX_JUDGED = 50;

/** Number and share of short rows from which they are not a damaged line, but rows whose last cells are not written. */
const MIN_SHORT_ROWS = 3;
const SHORT_SHARE = 0.1;

/** Text of a file that contains a table. */
export interface TableFile {
  text: OpenedText;
  /** First bytes of the text, in UTF-8. */
  bytes: Buffer;
  layout: TextLayout | undefined;
  sections: FoundSections;
}

/** Reads the first rows of a table in a text file. Throws NoSample or UnreadableText. */
export function sampleTable(
  source: PreviewSource,
  { text, bytes, layout: detected, sections }: TableFile,
  common: Pick<Sample, "detected" | "options" | "isWhole">,
): Sample {
  const { isWhole, options } = common;
  const wanted = source.headerRow ?? sections.chosen?.headerRow;
  const lines = wanted === undefined ? tableLines(bytes, isWhole) : unchanged(bytes);
  const layout =
    wanted === undefined
      ? layoutOf(lines, bytes, isWhole, detected)
      : layoutFrom(bytes, isWhole, wanted, sections.chosen);
  if (layout === undefined) throw new NoSample(noLines(bytes));
  const lastRow = sections.chosen?.lastRow ?? lines.genome?.lastRow;
  const hasEscapes = text.hasBackslashQuotes(layout.delimiter);
  const below = readTableRows(lines.bytes, isWhole, layout, hasEscapes, lastRow);
  const isStated = source.headerRow !== undefined;
  const unnamed = isStated ? undefined : withoutNames(below, layout, lines);
  const table = unnamed ?? { ...below, names: undefined, decisions: [], titles: 0 };
  const { columns, end, above, first = layout.headerRow } = table;
  const { header, names, decisions } = table;
  const isRewritten = Object.keys(lines.options).length > 0;
  // The first line that is not a comment contains the names or, without names, is the first row.
  const isFound =
    lines.options.comments === "##" || (isRewritten && names !== undefined && table.titles === 0);
  const types = unnamed?.types ?? vcfTypes(header, columns.cells) ?? repertoireTypes(header);
  const isSpaced = lines.options.delimiter === " ";
  const isAll = (isWhole || lastRow !== undefined) && !columns.isFull;
  const delimiter = isSpaced ? " " : layout.delimiter;
  const { decimal } = layout;
  const hasNamedSections = sections.sections.length > 0 && !sections.areUnnamed;
  const isOfInstrument = hasNamedSections || common.detected.instrument != null;
  const { shortRows } = table;
  const areOften = shortRows >= MIN_SHORT_ROWS && shortRows >= SHORT_SHARE * columns.rows;
  const fills =
    table.areTrailing || areOften || (table.areUneven && (isOfInstrument || unnamed?.mayOmitCells));
  return {
    format: delimiter === "\t" ? "TSV" : "CSV",
    detected: {
      ...common.detected,
      delimiter,
      decimal: decimal ?? ".",
      header_row: names === undefined ? first : null,
      sections: shownSections(sections),
    },
    options: {
      ...options,
      ...lines.options,
      ...(delimiter !== "," &&
        delimiter !== "\t" && { delimiter: delimiter as NonNullable<FileOptions["delimiter"]> }),
      ...(decimal === "," && { decimal }),
      ...(first > 1 && !isFound && { header_row: first }),
      ...(names !== undefined && { header_rows: 0 }),
      ...(lastRow !== undefined && lastRow > first && { last_row: lastRow }),
      ...(fills && { short_rows: "FILL" as const }),
    },
    decisions: [
      ...sectionDecisions(sections),
      ...decisions,
      ...(areOften && !table.areTrailing ? [shortRowsDecision(shortRows)] : []),
    ],
    warnings: [...sectionWarnings(sections), ...(lines.genome?.warnings ?? [])],
    header,
    ...(names && { names }),
    ...(types && { types }),
    cells: columns.cells,
    rows: columns.rows,
    lines: columns.lines,
    ...(above && wanted === undefined && names === undefined && { above }),
    isWhole: isAll,
    ...(!isAll && {
      text: lines.bytes !== bytes ? bytes.subarray(0, bytes.lastIndexOf(LF) + 1) : bytes.subarray(0, end),
    }),
  };
}

function shortRowsDecision(rows: number): PreviewDecision {
  const reason = `${formatCount(rows, "row")} have fewer cells than the header; the cells missing at their end are read as empty.`;
  return likely("ROWS", reason, ["Refuse short rows"]);
}

function unchanged(bytes: Buffer): TableLines {
  return { bytes, options: {}, names: undefined };
}

function layoutOf(
  lines: TableLines,
  bytes: Buffer,
  isWhole: boolean,
  detected: TextLayout | undefined,
): TextLayout | undefined {
  if (lines.bytes === bytes && lines.genome === undefined) return detected;
  const head = lines.bytes.subarray(0, HEAD_BYTES);
  const isAll = isWhole && lines.bytes.length <= HEAD_BYTES;
  return detectLayout(head, isAll, [], undefined, lines.genome && ["\t"]);
}

/**
 * Reads a table without column names: the first line is a row, and the names are those of a known format, those in a comment,
 * or numbers. Undefined if the first line contains names.
 */
function withoutNames(
  below: TableRows,
  layout: TextLayout,
  { names: inComment, width }: TableLines,
): (TableRows & UnnamedColumns) | undefined {
  const known = knownColumns(below.withHeader(MAX_JUDGED));
  if (inComment === undefined && known === undefined && !looksLikeData(layout.header, below.columns.cells))
    return undefined;
  const rows = below.asRows(width);
  const { header, names, decision, types } = numberedColumns(
    rows.header.length,
    rows.first,
    "line",
    inComment,
    known,
  );
  const mayOmitCells = known?.areUneven ?? false;
  return { ...rows, header, names, decisions: [decision], mayOmitCells, ...(types && { types }) };
}

/** Properties of a table without column names. */
interface UnnamedColumns extends Pick<Sample, "types"> {
  names: string[];
  first: number;
  decisions: PreviewDecision[];
  /** True if rows may omit their last cells. */
  mayOmitCells: boolean;
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
