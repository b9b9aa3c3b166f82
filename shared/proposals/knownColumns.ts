/** Names of the columns of a format whose files have no column names. */
export interface KnownColumns {
  /** Name of the format in sentences. */
  format: string;
  names: readonly string[];
}

type Row = readonly string[];

interface Format {
  format: string;
  /** All names; a file may have only the first ones. */
  names: string;
  /** Minimum number of columns. */
  least: number;
  /** Name of each further column, followed by its number; absent if there are none. */
  further?: string;
  isRow: (row: Row) => boolean;
}

const WHOLE = /^\d+$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const STRAND = /^[-+.?]$/;
const areWhole = (row: Row, ...columns: number[]) => columns.every((at) => WHOLE.test(row[at] ?? ""));
const isAscending = (start: string | undefined, end: string | undefined) => Number(start) <= Number(end);

/** Formats of tools, the more specific ones first. */
const FORMATS: readonly Format[] = [
  {
    format: "BLAST tabular (-outfmt 6)",
    names: "qseqid sseqid pident length mismatch gapopen qstart qend sstart send evalue bitscore",
    least: 12,
    isRow: (row) =>
      row.length === 12 &&
      areWhole(row, 3, 4, 5, 6, 7, 8, 9) &&
      [2, 10, 11].every((at) => NUMBER.test(row[at]?.trim() ?? "")) &&
      Number(row[2]) <= 100,
  },
  {
    format: "PSL",
    names:
      "matches mismatches rep_matches n_count q_num_insert q_base_insert t_num_insert t_base_insert strand q_name q_size q_start q_end t_name t_size t_start t_end block_count block_sizes q_starts t_starts",
    least: 21,
    isRow: (row) => row.length === 21 && areWhole(row, 0, 1, 10, 14, 17) && /^[-+]{1,2}$/.test(row[8] ?? ""),
  },
  {
    format: "PAF",
    names:
      "query_name query_length query_start query_end strand target_name target_length target_start target_end matches alignment_length mapping_quality",
    least: 12,
    further: "tag",
    isRow: (row) =>
      row.length >= 12 && areWhole(row, 1, 2, 3, 6, 7, 8, 9, 10, 11) && /^[-+]$/.test(row[4] ?? ""),
  },
  {
    format: "GFF",
    names: "seqid source type start end score strand phase attributes",
    least: 8,
    isRow: (row) =>
      row.length <= 9 &&
      areWhole(row, 3, 4) &&
      isAscending(row[3], row[4]) &&
      STRAND.test(row[6] ?? "") &&
      /^[.012]$/.test(row[7] ?? ""),
  },
  {
    format: "SAM",
    names: "qname flag rname pos mapq cigar rnext pnext tlen seq qual",
    least: 11,
    further: "tag",
    isRow: (row) =>
      areWhole(row, 1, 3, 4, 7) &&
      /^(?:\*|(?:\d+[MIDNSHP=X])+)$/.test(row[5] ?? "") &&
      /^-?\d+$/.test(row[8] ?? ""),
  },
  {
    format: "BED",
    names:
      "chrom start end name score strand thick_start thick_end item_rgb block_count block_sizes block_starts",
    least: 3,
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
  const found = FORMATS.find(
    ({ least, isRow }) => first.length > 0 && first.every((row) => row.length >= least && isRow(row)),
  );
  if (found === undefined) return undefined;
  const names = found.names.split(" ");
  const further = Array.from(
    { length: Math.max(0, width - names.length) },
    (_, at) => `${found.further}_${at + 1}`,
  );
  return { format: found.format, names: [...names.slice(0, width), ...further] };
}
