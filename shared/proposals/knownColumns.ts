import type { SampleType } from "./sample.ts";

/** Columns of a format whose files have no column names. */
export interface KnownColumns {
  /** Name of the format in sentences. */
  format: string;
  names: readonly string[];
  /** Types of the columns; undefined for a column with values that do not have it. */
  types: readonly (SampleType | undefined)[];
  /** True if rows may omit their last cells. */
  areUneven: boolean;
}

type Row = readonly string[];

interface Format {
  format: string;
  /** All names; a file may have only the first ones. `:i` marks whole numbers, `:f` other numbers and `:s` sequences. */
  names: string;
  /** Word for a missing value. */
  missing?: string;
  /** Minimum number of columns. */
  minColumns: number;
  /** Name of each further column, followed by its number; absent if there are none. */
  further?: string;
  isRow: (row: Row) => boolean;
}

const WHOLE = /^\d+$/;
const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const STRAND = /^[-+.?]$/;
const areWhole = (row: Row, ...columns: number[]) => columns.every((at) => WHOLE.test(row[at] ?? ""));
const isAscending = (start: string | undefined, end: string | undefined) => Number(start) <= Number(end);

/** Formats of tools, the more specific ones first. */
const FORMATS: readonly Format[] = [
  {
    format: "BLAST tabular (-outfmt 6)",
    names:
      "qseqid sseqid pident:f length:i mismatch:i gapopen:i qstart:i qend:i sstart:i send:i evalue:f bitscore:f",
    minColumns: 12,
    isRow: (row) =>
      row.length === 12 &&
      areWhole(row, 3, 4, 5, 6, 7, 8, 9) &&
      [2, 10, 11].every((at) => NUMBER.test(row[at]?.trim() ?? "")) &&
      Number(row[2]) <= 100,
  },
  {
    format: "PSL",
    names:
      "matches:i mismatches:i rep_matches:i n_count:i q_num_insert:i q_base_insert:i t_num_insert:i t_base_insert:i strand q_name q_size:i q_start:i q_end:i t_name t_size:i t_start:i t_end:i block_count:i block_sizes q_starts t_starts q_sequences t_sequences",
    minColumns: 21,
    isRow: (row) =>
      (row.length === 21 || row.length === 23) &&
      areWhole(row, 0, 1, 10, 14, 17) &&
      /^[-+]{1,2}$/.test(row[8] ?? ""),
  },
  {
    format: "PAF",
    names:
      "query_name query_length:i query_start:i query_end:i strand target_name target_length:i target_start:i target_end:i matches:i alignment_length:i mapping_quality:i",
    minColumns: 12,
    further: "tag",
    isRow: (row) =>
      row.length >= 12 && areWhole(row, 1, 2, 3, 6, 7, 8, 9, 10, 11) && /^[-+]$/.test(row[4] ?? ""),
  },
  {
    format: "GFF",
    names: "seqid source type start:i end:i score:f strand phase:i attributes",
    missing: ".",
    minColumns: 8,
    isRow: (row) =>
      row.length <= 9 &&
      areWhole(row, 3, 4) &&
      isAscending(row[3], row[4]) &&
      STRAND.test(row[6] ?? "") &&
      /^[.012]$/.test(row[7] ?? ""),
  },
  {
    format: "SAM",
    names: "qname flag:i rname pos:i mapq:i cigar rnext pnext:i tlen:i seq:s qual",
    missing: "*",
    minColumns: 11,
    further: "tag",
    isRow: (row) =>
      areWhole(row, 1, 3, 4, 7) &&
      /^(?:\*|(?:\d+[MIDNSHP=X])+)$/.test(row[5] ?? "") &&
      /^-?\d+$/.test(row[8] ?? ""),
  },
  {
    format: "BED",
    names:
      "chrom start:i end:i name score:f strand thick_start:i thick_end:i item_rgb block_count:i block_sizes block_starts",
    missing: ".",
    minColumns: 3,
    isRow: (row) =>
      row.length <= 12 &&
      (row.length >= 6 || /^(?:chr|contig|scaffold|[A-Z]{2}_\d)/i.test(row[0] ?? "")) &&
      areWhole(row, 1, 2) &&
      isAscending(row[1], row[2]) &&
      (row.length < 5 || NUMBER.test(row[4] ?? "") || row[4] === ".") &&
      (row.length < 6 || STRAND.test(row[5] ?? "")),
  },
];
const MAX_ROWS = 50;

/** Recognizes a format without column names by its first rows; undefined for other tables. */
export function knownColumns(rows: readonly Row[]): KnownColumns | undefined {
  const first = rows.slice(0, MAX_ROWS);
  const width = Math.max(0, ...first.map((row) => row.length));
  const format = FORMATS.find(
    ({ minColumns, isRow }) =>
      first.length > 0 && first.every((row) => row.length >= minColumns && isRow(row)),
  );
  if (format === undefined) return undefined;
  const columns = format.names.split(" ").map((column) => column.split(":") as [string, string?]);
  const names = columns.map(([name]) => name);
  const further = Array.from(
    { length: Math.max(0, width - names.length) },
    (_, at) => `${format.further}_${at + 1}`,
  );
  const all = [...names.slice(0, width), ...further];
  const types = all.map((_, at) => {
    const cells = first.map((row) => row[at] ?? "");
    return typeOf(columns[at]?.[1], cells, format.missing);
  });
  return { format: format.format, names: all, types, areUneven: format.further !== undefined };
}

/** Names of the columns of VCF before those of the samples, with their types. */
const VCF = ["#CHROM", "POS:i", "ID", "REF", "ALT", "QUAL:f", "FILTER", "INFO", "FORMAT"];
const MIN_VCF = 8;

/** Returns the types of the columns of VCF, whose files have column names; undefined for other headers. */
export function vcfTypes(
  header: readonly string[],
  cells: readonly (readonly (string | null)[])[],
): (SampleType | undefined)[] | undefined {
  const columns = VCF.map((column) => column.split(":") as [string, string?]);
  if (!columns.slice(0, MIN_VCF).every(([name], at) => header[at] === name)) return undefined;
  return header.map((_, at) => typeOf(columns[at]?.[1], (cells[at] ?? []).slice(0, MAX_ROWS), "."));
}

/** Returns the type that a format gives a column; undefined if it does not fit the cells. */
function typeOf(
  letter: string | undefined,
  cells: readonly (string | null)[],
  missing: string | undefined,
): SampleType | undefined {
  const words = missing === undefined ? {} : { missing: [missing] };
  if (letter === "s") return { type: { type: "STRING" }, ...words };
  if (letter === undefined) return { type: { type: "STRING" }, kind: null, ...words };
  const pattern = letter === "i" ? INTEGER : NUMBER;
  const isTyped = cells.every((cell) => {
    const text = cell?.trim() ?? "";
    return text === "" || text === missing || pattern.test(text);
  });
  const type = letter === "i" ? "INT64" : "FLOAT64";
  return isTyped ? { type: { type }, isFixed: true, ...words } : undefined;
}
