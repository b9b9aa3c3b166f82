import { GenbankReader } from "./genbankReader.ts";
import type { FileRow, RowReader } from "./sequenceReader.ts";

/** Start column of the values in a line of EMBL and UniProt. */
const VALUE = 5;
/** Name, and length in bases or amino acids. */
const ID = /^ID {3}([^\s;]+)(?:.*?[\s;](\d+) (BP|AA)\.?\s*$)?/;
const STATED_VERSION = /;\s*SV (\d+)\s*;/;
/** Feature of UniProt as written before 2019: name, first and last residue, and a note. */
const RESIDUES = /^(\S+)\s+[<?]?(\d+)\s+[>?]?(\d+)(?:\s+(\S.*))?$/;
/** Number after the bases of a line. It starts after a space, so the time is linear. */
const BASES_BEHIND = /(?<=\s)\d+$/;
const ACCESSIONS = "ACCESSION   ";

/** Reads the records of GenBank, EMBL and UniProt. */
export class FlatFileReader implements RowReader {
  private readonly genbank = new GenbankReader();
  private readonly embl = new EmblLines();

  take(text: string, line: number): Iterable<FileRow> {
    if (!this.embl.isOpen && !ID.test(text)) return this.genbank.take(text, line);
    const rows: FileRow[] = [];
    for (const rewritten of this.embl.asGenbank(text)) rows.push(...this.genbank.take(rewritten, line));
    return rows;
  }

  end(isCut: boolean): Iterable<FileRow> {
    return this.genbank.end(isCut);
  }

  skipped(): string[] {
    return this.genbank.skipped();
  }
}

/** Writes lines of EMBL and UniProt like those of GenBank. */
class EmblLines {
  /** True within a record. */
  isOpen = false;
  private section: "" | "DE" | "FT" | "SQ" = "";
  private hasAccession = false;

  asGenbank(text: string): string[] {
    if (text.startsWith("//")) {
      this.isOpen = false;
      return [text];
    }
    const code = text.slice(0, 2);
    if (code === "ID") return this.begin(text);
    if (this.section === "SQ" && code.trim() === "")
      return [text.trimEnd().replace(BASES_BEHIND, "").trimEnd()];
    if (code === "XX" || code === "FH" || text.trim() === "") return [];
    const value = text.slice(VALUE);
    const isContinued = this.section === code;
    this.section = code === "DE" || code === "FT" || code === "SQ" ? code : "";
    if (code === "SQ") return ["ORIGIN"];
    if (code === "DE") return [isContinued ? `            ${value}` : `DEFINITION  ${value}`];
    if (code === "FT") return [...(isContinued ? [] : ["FEATURES"]), ...featureLines(text)];
    if (code === "SV") return [`VERSION     ${value}`];
    if (code === "AC") return this.accession(value);
    return [`COMMENT     ${value}`];
  }

  private begin(text: string): string[] {
    this.isOpen = true;
    this.section = "";
    this.hasAccession = false;
    const [, name = "", length, unit] = ID.exec(text) ?? [];
    const version = STATED_VERSION.exec(text)?.[1];
    return [
      `LOCUS       ${name}${length === undefined ? "" : ` ${length} ${unit?.toLowerCase()}`}`,
      ...(version === undefined ? [] : [`VERSION     ${name}.${version}`]),
    ];
  }

  /** Returns the first accession number; the others belong to earlier records. */
  private accession(value: string): string[] {
    if (this.hasAccession) return [];
    this.hasAccession = true;
    return [`${ACCESSIONS}${value.split(";")[0]?.trim() ?? ""}`];
  }
}

/** Returns the lines of a feature; in earlier UniProt, its location is two numbers, and a note follows. */
function featureLines(text: string): string[] {
  const line = `  ${text.slice(2)}`;
  const [, kind, start, end, note] = RESIDUES.exec(text.slice(VALUE)) ?? [];
  if (kind === undefined) return [line];
  const location = `     ${kind.padEnd(16)}${start}..${end}`;
  return note === undefined ? [location] : [location, `${" ".repeat(21)}/note=${note}`];
}
