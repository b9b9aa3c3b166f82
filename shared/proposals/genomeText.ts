import { joinNames } from "@pdp/basics/wording";
import type { FileOptions } from "@pdp/formats/options";
import { knownColumns } from "./knownColumns.ts";
import { NoSample } from "./sample.ts";

/** Text of a format of genome tools, which separate their cells with tabs and describe the file in other lines. */
export interface GenomeText {
  /** Sign of the lines that are not rows; undefined if there are none among the rows. */
  comments: FileOptions["comments"];
  /** Number of lines of the header of the file, which are not comments. */
  headLines: number;
  /** Last line of the table; undefined if it extends to the end. */
  lastRow: number | undefined;
  /** Sentences about lines that are not loaded. */
  warnings: string[];
}

const VCF = /^##fileformat=VCF/i;
const VCF_NAMES = /^#CHROM\tPOS\tID\tREF\tALT\b/;
const GFF = /^##gff-version/i;
const SAM_HEADER = /^@(?:HD|SQ|RG|PG|CO)\t/;
const PSL = /^psLayout version/;
const RULER = /^-{20,}\s*$/;
/** Line after which a GFF file contains sequences. */
const SEQUENCES = /(?:^|\n)(?:##FASTA\b|>)/;
const KEY = /^(?:##([\w.-]+)|@([A-Z]{2})\t)/;
/** Names of columns in a comment. */
export const FIELDS = /^#+\s*Fields:\s*/;
const KEYS_SHOWN = 8;
const MAX_PSL_HEADER = 6;
const MAX_ROWS = 50;

/** Recognizes VCF, GFF, SAM, PSL and other formats of tab-separated cells by the first lines of a text; undefined for others. */
export function genomeText(lines: readonly string[], whole: () => string): GenomeText | undefined {
  const [first = ""] = lines;
  const base = { headLines: 0, lastRow: undefined, warnings: [] };
  if (VCF.test(first) || lines.some((line) => VCF_NAMES.test(line)))
    return { ...base, comments: "##", warnings: skipped("VCF", lines, "##") };
  if (SAM_HEADER.test(first)) return { ...base, comments: "@", warnings: skipped("SAM", lines, "@") };
  if (PSL.test(first)) return { ...base, comments: undefined, ...pslHeader(lines) };
  const rows = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const end = rows.findIndex((line) => line.startsWith(">"));
  const cells = rows.slice(0, end < 0 ? MAX_ROWS : Math.min(end, MAX_ROWS)).map((line) => line.split("\t"));
  const known = knownColumns(cells);
  if (known === undefined) return undefined;
  const comments = lines.some((line) => line.startsWith("#")) ? "#" : undefined;
  if (known.format !== "GFF" && !GFF.test(first))
    return hasNames(lines, cells[0]?.length ?? 0) ? undefined : { ...base, comments };
  return { ...base, comments, lastRow: lastFeature(whole()), warnings: skipped("GFF", lines, "##") };
}

/** Tells whether a comment above the rows contains the names of the columns, which then are not those of a format. */
function hasNames(lines: readonly string[], width: number): boolean {
  return headComments(lines).some(
    (line) => FIELDS.test(line) || line.replace(/^#+/, "").split("\t").length === width,
  );
}

/** Returns the comments above the first row. */
function headComments(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.slice(0, first < 0 ? lines.length : first);
}

/** Names the lines that describe a file. */
function skipped(format: string, lines: readonly string[], sign: string): string[] {
  const keys = lines.flatMap((line) => {
    const [, directive, record] = line.startsWith(sign) ? (KEY.exec(line) ?? []) : [];
    return directive ?? record ?? [];
  });
  const named = joinNames([...new Set(keys)], KEYS_SHOWN);
  return named === "" ? [] : [`Lines of ${format} metadata are not loaded: ${named}.`];
}

/** Returns the line above the sequences of a GFF file; undefined if there are none. */
function lastFeature(text: string): number | undefined {
  const at = SEQUENCES.exec(text)?.index;
  const line = at === undefined ? 0 : text.slice(0, at).split("\n").length;
  return line > 1 ? line : undefined;
}

/** Finds the end of the header of a PSL file. Throws NoSample if no alignment follows. */
function pslHeader(lines: readonly string[]): Pick<GenomeText, "headLines" | "warnings"> {
  const ruler = lines.slice(0, MAX_PSL_HEADER).findIndex((line) => RULER.test(line));
  if (ruler < 0 || lines.length === ruler + 1)
    throw new NoSample("the PSL file has a header but no alignments");
  return {
    headLines: ruler + 1,
    warnings: [`The header of the PSL file, lines 1 to ${ruler + 1}, is not loaded.`],
  };
}
