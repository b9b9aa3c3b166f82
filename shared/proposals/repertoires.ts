import { identifier } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
import type { Delimiter } from "@pdp/formats/layouts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely } from "./decisions.ts";
import type { SeenColumn } from "./findMutations.ts";
import type { SampleType } from "./sample.ts";

/**
 * Format of immune repertoires, with one row per chain. Recognized by the columns that it defines: those that the AIRR Community requires in
 * rearrangements (schema 1.4; also written by IgBLAST and Cell Ranger), and those of contig annotations of Cell Ranger.
 */
interface RepertoireFormat {
  name: string;
  required: readonly string[];
  /** Column with the cell of a row, and the column whose names start with it. */
  cell: string;
  contig: string;
  /** Column that tells whether a barcode is a cell, and not background. */
  isCell?: string;
  /** Columns with the locus, such as IGH, or with a gene that starts with it. */
  loci: readonly string[];
  /** Columns with the amino acids of the variable domain: one, or its regions in order. */
  domains: readonly (readonly string[])[];
  /** Columns with genes and junctions that pairs keep. */
  kept: readonly string[];
}

const regionsOf = (ending: string): string[] =>
  ["fwr1", "cdr1", "fwr2", "cdr2", "fwr3", "cdr3", "fwr4"].map((region) => region + ending);

const FORMATS: readonly RepertoireFormat[] = [
  {
    name: "AIRR rearrangements",
    required: ["sequence_id", "sequence", "rev_comp", "productive", "v_call", "j_call", "v_cigar", "j_cigar"],
    cell: "cell_id",
    contig: "sequence_id",
    loci: ["locus", "v_call"],
    domains: [regionsOf("_aa"), ["sequence_alignment_aa"], ["sequence_aa"]],
    kept: ["v_call", "j_call", "junction_aa"],
  },
  {
    name: "contigs of Cell Ranger (10x Genomics)",
    required: ["barcode", "contig_id", "chain", "v_gene", "j_gene", "productive", "cdr3", "umis"],
    cell: "barcode",
    contig: "contig_id",
    isCell: "is_cell",
    loci: ["chain"],
    domains: [regionsOf("")],
    kept: ["v_gene", "j_gene", "cdr3"],
  },
];

/** Chains of cells in the rows of a repertoire. */
export interface Repertoire {
  decisions: PreviewDecision[];
  /** Query of a view with one row per pair; `the_table` stands for the table. Null if the rows do not have what it needs. */
  query: string | null;
}

const HEAVY = /^IGH/;
const LIGHT = /^IG[KL]/;
const TRUE = /^(?:t|true)$/i;
/** End of the name of a contig, after that of its cell. */
const CONTIG = /_contig_\d+$/;

/** Returns the format whose columns all exist, by their names in lowercase. */
function formatOf(names: { has: (name: string) => boolean }): RepertoireFormat | undefined {
  return FORMATS.find(({ required }) => required.every((name) => names.has(name)));
}

/** Maximum number of characters of a first line with column names. */
const MAX_HEADER = 20_000;

/** Returns the separator of a text that starts with the column names of an immune repertoire; undefined for other texts. */
export function repertoireDelimiter(text: string): Delimiter | undefined {
  const [line = ""] = text
    .slice(0, MAX_HEADER)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/, 1);
  return (["\t", ","] as const).find((delimiter) => {
    const cells = line.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
    const names = new Set(cells.map((name) => name.toLowerCase()));
    return formatOf(names) !== undefined;
  });
}

/**
 * Returns the types of the columns of an immune repertoire; undefined for other headers. Translations have X for codons that were not read and
 * an asterisk for stops, so they are texts.
 */
export function repertoireTypes(header: readonly string[]): (SampleType | undefined)[] | undefined {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  if (formatOf(names) === undefined) return undefined;
  return header.map((name) =>
    /_aa$/i.test(name.trim()) ? { type: { type: "STRING" }, kind: null } : undefined,
  );
}

/** Recognizes a table of immune repertoires, and pairs the chains of its cells; undefined for other tables. */
export function findRepertoire(columns: readonly SeenColumn[], isWhole: boolean): Repertoire | undefined {
  const bySource = new Map(
    columns.map((column) => [(column.proposed.source_name ?? column.proposed.name).toLowerCase(), column]),
  );
  const format = formatOf(bySource);
  if (format === undefined) return undefined;
  const loci = format.loci.flatMap((name) => bySource.get(name) ?? []);
  const cells = bySource.get(format.cell) ?? bySource.get(format.contig);
  const productive = bySource.get("productive");
  if (!cells || !productive) return undefined;
  const isNamedByContig = !bySource.has(format.cell);
  const domain = format.domains.find((names) => names.every((name) => bySource.has(name)));
  const isCell = format.isCell === undefined ? undefined : bySource.get(format.isCell);
  const conditions = [productive, ...(isCell ? [isCell] : [])];
  const rows = Array.from({ length: cells.cells.length }, (_, row) => row).filter((row) =>
    conditions.every((column) => TRUE.test(column.cells[row] ?? "")),
  );
  const cellOf = (row: number): string | null => {
    const text = cells.cells[row] ?? null;
    if (!isNamedByContig) return text;
    return text !== null && CONTIG.test(text) ? text.replace(CONTIG, "") : null;
  };
  const counted = countCells(
    rows.flatMap((row) => {
      const cell = cellOf(row);
      const locus = loci.map((column) => column.cells[row] ?? "").find((text) => text !== "") ?? "";
      return cell === null ? [] : [{ cell, locus }];
    }),
  );
  const sentence = `The columns are those of ${format.name}: one row per chain.`;
  const stated = (words: string): Repertoire => ({
    decisions: [likely("CHAINS", `${sentence} ${words}`)],
    query: null,
  });
  const cellWords = wordsOf(counted, isWhole ? null : cells.cells.length);
  if (cellWords === null) return stated("No cell has a heavy or a light chain.");
  if (domain === undefined)
    return stated(
      `${cellWords} There is no column with the amino acids of the domains, so the chains cannot be paired.`,
    );
  const nameOf = (source: string): string => identifier(bySource.get(source)?.proposed.name ?? source);
  const query = pairQuery({
    cell: isNamedByContig ? cellOfContig(nameOf(format.contig)) : nameOf(format.cell),
    locus: firstOf(loci.map(({ proposed }) => proposed.name)),
    domain:
      domain.length === 1
        ? `replace(replace(${nameOf(domain[0]!)}, '.', ''), '-', '')`
        : `nullif(concat(${domain.map((name) => `coalesce(${nameOf(name)}, '')`).join(", ")}), '')`,
    conditions: conditions.map(({ proposed }) => identifier(proposed.name)),
    kept: format.kept.flatMap((name) => bySource.get(name)?.proposed.name ?? []),
  });
  return {
    decisions: [
      likely(
        "CHAINS",
        `${sentence} ${cellWords} \`pairs_query\` joins the pairs by cell and omits the others.`,
        ["Load the chains without pairing them"],
      ),
    ],
    query,
  };
}

/** Numbers of cells with one heavy and one light chain, without one of them, and with several of one kind. */
interface CellCounts {
  paired: number;
  lacking: number;
  several: number;
}

/** States the counts, which may be those of the first rows only; null if there are no cells. */
function wordsOf({ paired, lacking, several }: CellCounts, firstRows: number | null): string | null {
  const total = paired + lacking + several;
  if (total === 0) return null;
  const count = (number: number): string =>
    `${number.toLocaleString("en-US")} ${number === 1 ? "has" : "have"}`;
  const of = firstRows === null ? "Of" : `Among the first ${formatCount(firstRows, "row")}, of`;
  return `${of} ${formatCount(total, "cell")} with a productive heavy or light chain, ${count(paired)} one of each, ${count(lacking)} none of one kind, and ${count(several)} several of one kind.`;
}

function countCells(chains: readonly { cell: string; locus: string }[]): CellCounts {
  const known = chains.filter(({ locus }) => HEAVY.test(locus) || LIGHT.test(locus));
  const counts = { paired: 0, lacking: 0, several: 0 };
  for (const cellChains of Map.groupBy(known, ({ cell }) => cell).values()) {
    const heavy = cellChains.filter(({ locus }) => HEAVY.test(locus)).length;
    const light = cellChains.length - heavy;
    if (heavy > 1 || light > 1) counts.several += 1;
    else if (heavy === 0 || light === 0) counts.lacking += 1;
    else counts.paired += 1;
  }
  return counts;
}

function cellOfContig(contig: string): string {
  return `regexp_extract(${contig}, '^(.*)_contig_\\d+$', 1)`;
}

/** Returns the SQL expression for the first of the columns that is not empty. */
function firstOf(names: readonly string[]): string {
  return `coalesce(${[...names.map((name) => `nullif(${identifier(name)}, '')`), "''"].join(", ")})`;
}

interface PairColumns {
  /** SQL expressions. */
  cell: string;
  locus: string;
  domain: string;
  /** Columns that must be true. */
  conditions: readonly string[];
  /** Names of columns that are kept for each chain. */
  kept: readonly string[];
}

function pairQuery({ cell, locus, domain, conditions, kept }: PairColumns): string {
  const heavy = "locus LIKE 'IGH%'";
  const light = "(locus LIKE 'IGK%' OR locus LIKE 'IGL%')";
  const ofChain = (condition: string, column: string, name: string): string =>
    `max(CASE WHEN ${condition} THEN ${column} END) AS ${name}`;
  const columns = [
    "cell AS cell_id",
    ofChain(heavy, "domain", "vh"),
    ofChain(light, "domain", "vl"),
    ...kept.flatMap((name, index) => [
      ofChain(heavy, `kept_${index}`, identifier(`vh_${name}`)),
      ofChain(light, `kept_${index}`, identifier(`vl_${name}`)),
    ]),
  ];
  const read = [
    `${cell} AS cell`,
    `${locus} AS locus`,
    `${domain} AS domain`,
    ...kept.map((name, index) => `${identifier(name)} AS kept_${index}`),
  ];
  return (
    `SELECT ${columns.join(", ")} FROM (SELECT ${read.join(", ")} FROM the_table ` +
    `WHERE ${conditions.map((name) => `lower(CAST(${name} AS varchar)) IN ('t', 'true')`).join(" AND ")}) AS chains ` +
    `WHERE cell IS NOT NULL GROUP BY cell HAVING count_if(${heavy}) = 1 AND count_if(${light}) = 1`
  );
}
