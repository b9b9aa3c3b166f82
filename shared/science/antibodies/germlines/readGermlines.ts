import { isCodingSequence, translate } from "@pdp/basics/proteins";
import { formatCount } from "@pdp/basics/wording";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";
import { DOMAIN_TYPES, type DomainType } from "../domainProfile.ts";
import { numberDomains } from "../numberDomains.ts";
import {
  type GermlineGene,
  type GermlineJ,
  type Germlines,
  type GermlineV,
  residuesToFr3,
} from "./germlines.ts";

/** Limits of a file of germline genes. */
export const [MAX_GERMLINE_BYTES, MAX_GENES, MAX_LETTERS] = [4_000_000, 5_000, 3_000];

/** Germline genes of a file, and the records that are not used. */
export interface ReadGermlines {
  germlines: Germlines;
  /** Number of V and J genes that are used. */
  used: { v: number; j: number };
  /** V and J genes that code for no complete domain or J region, such as pseudogenes. */
  unusable: { name: string; line: number }[];
  /** Number of other genes, such as D genes and those of T cell receptors. */
  others: number;
}

/** Record of a file. */
interface GeneRecord extends GermlineGene {
  /** Line of the header, counted from 1. */
  line: number;
  parts: string[];
  length: number;
}

const GENE = /^(?:IG[HKL]|TR[ABDG])[A-Z0-9(]/i;
const VARIABLE = /^IG([HKL])([VJ])/i;
const SEQUENCE = /^[A-Za-z.*-]+$/;
const GAPS = /[.-]/g;
/** Motif in all J regions, which starts at position 118. */
const J_MOTIF = /[FW]G.G/;
/** Longer headers are cut. */
const MAX_HEADER = 2_000;
const [MIN_J_RESIDUES, MAX_J_RESIDUES] = [8, 30];

export function tooLarge(): Error {
  return new Error(
    `It has more than ${MAX_GERMLINE_BYTES / 1_000_000} MB. Leave out genes that are not of antibodies.`,
  );
}

/**
 * Reads germline V and J genes from a FASTA file of nucleotides or amino acids, with gaps or without. The name of a gene is the first word of
 * its header that looks like one. Genes that code for the same residues are combined. Throws an error with the line if the file is not of this
 * form, or contains no usable V gene.
 */
export function readGermlines(text: string): ReadGermlines {
  if (new TextEncoder().encode(text).length > MAX_GERMLINE_BYTES) throw tooLarge();
  const v = new Map<string, { type: DomainType; protein: GermlineV }>();
  const j = new Map<string, { type: DomainType; protein: GermlineJ }>();
  const read = { used: { v: 0, j: 0 }, unusable: [] as ReadGermlines["unusable"], others: 0 };
  for (const { name, species, line, parts } of records(text)) {
    const [, locus = "", segment = ""] = VARIABLE.exec(name) ?? [];
    if (locus === "") {
      read.others += 1;
      continue;
    }
    const type = locus.toUpperCase() as DomainType;
    const frames = framesOf(parts.join("").replace(GAPS, ""));
    const isV = segment.toUpperCase() === "V";
    const isUsed = isV
      ? add(
          v,
          type,
          { name, species },
          firstOf(frames, (frame) => variableGene(frame, type)),
        )
      : add(j, type, { name, species }, firstOf(frames, joiningGene));
    if (isUsed) read.used[isV ? "v" : "j"] += 1;
    else read.unusable.push({ name, line });
  }
  if (v.size === 0) throw new Error(noGenes(read.unusable));
  return { germlines: { v: byType([...v.values()]), j: byType([...j.values()]) }, ...read };
}

function noGenes([first]: ReadGermlines["unusable"]): string {
  return first
    ? `It contains no usable V gene: line ${first.line}, ${first.name}, codes for no variable domain.`
    : "It contains no V gene of antibodies, such as IGHV1-2*02.";
}

/** Reads the records of a file. */
function records(text: string): GeneRecord[] {
  const genes: GeneRecord[] = [];
  for (const [index, written] of text.split("\n").entries()) {
    const content = written.trim();
    const line = index + 1;
    if (content === "") continue;
    const last = genes.at(-1);
    if (content.startsWith(">")) {
      requireSequence(last);
      if (genes.length === MAX_GENES)
        throw new Error(`Line ${line}: it has more than ${formatCount(MAX_GENES, "gene")}.`);
      genes.push({ ...geneOf(content.slice(1), line), line, parts: [], length: 0 });
      continue;
    }
    if (!last) throw new Error(`Line ${line} is not a FASTA header, which starts with ">".`);
    if (!SEQUENCE.test(content))
      throw new Error(
        `Line ${line}: the sequence of ${last.name} contains characters other than letters and gaps.`,
      );
    last.parts.push(content);
    last.length += content.length;
    if (last.length > MAX_LETTERS)
      throw new Error(`Line ${line}: ${last.name} has more than ${formatCount(MAX_LETTERS, "letter")}.`);
  }
  requireSequence(genes.at(-1));
  return genes;
}

function requireSequence(record: GeneRecord | undefined): void {
  if (record && record.length === 0) throw new Error(`Line ${record.line}: ${record.name} has no sequence.`);
}

/** Returns the name and the species in a header such as `M99641|IGHV1-18*01|Homo sapiens|F|V-REGION|…` or `IGHV1-18*01`. */
function geneOf(header: string, line: number): GermlineGene {
  const fields = header
    .slice(0, MAX_HEADER)
    .split("|")
    .map((field) => field.trim());
  const index = fields.findIndex((field) => wordsOf(field).some((word) => GENE.test(word)));
  const name = wordsOf(fields[index] ?? "").find((word) => GENE.test(word));
  if (name === undefined)
    throw new Error(`Line ${line}: the header contains no name of a gene, such as IGHV1-2*02.`);
  const next = fields[index + 1]?.replaceAll("_", " ") ?? "";
  return { name, species: /^[A-Z][a-z]+ [a-z]/.test(next) ? next : null };
}

function wordsOf(field: string): string[] {
  return field.split(/\s+/, 20);
}

/** Returns the protein of a gene; for nucleotides, the three translations. */
function framesOf(sequence: string): string[] {
  if (!isCodingSequence(sequence)) return [sequence.toUpperCase()];
  return [0, 1, 2].map((frame) => translate(sequence.slice(frame)));
}

function firstOf<Protein>(
  frames: readonly string[],
  read: (frame: string) => Protein | null,
): Protein | null {
  for (const frame of frames) {
    const protein = read(frame);
    if (protein) return protein;
  }
  return null;
}

/** Numbers a V gene; null if it codes for no variable domain of its type. */
function variableGene(protein: string, type: DomainType): Omit<GermlineV, "genes"> | null {
  if (protein.slice(0, -1).includes("*")) return null;
  const domain = numberDomains(protein).find((domain) => domain.type === type);
  return domain ? { residues: residuesToFr3(protein, domain) } : null;
}

/** Finds position 118 in a J gene; null if there is no J region. */
function joiningGene(protein: string): Omit<GermlineJ, "genes"> | null {
  const [region = ""] = protein.replace(/\*$/, "").split("*").slice(-1);
  const anchor = region.search(J_MOTIF);
  if (anchor < 0 || region.length < MIN_J_RESIDUES || region.length > MAX_J_RESIDUES) return null;
  return { residues: residueIndices(region), anchor };
}

/** Adds a gene to those that code for the same residues. Returns false if it codes for none. */
function add<Protein extends Omit<GermlineV, "genes">>(
  proteins: Map<string, { type: DomainType; protein: Protein & { genes: GermlineGene[] } }>,
  type: DomainType,
  gene: GermlineGene,
  protein: Protein | null,
): boolean {
  if (protein === null) return false;
  const key = `${type} ${residueLetters(protein.residues)}`;
  const known = proteins.get(key);
  const isNamed = known?.protein.genes.some(
    ({ name, species }) => name === gene.name && species === gene.species,
  );
  if (known && !isNamed) known.protein.genes.push(gene);
  if (!known) proteins.set(key, { type, protein: { ...protein, genes: [gene] } });
  return true;
}

function byType<Protein>(
  proteins: readonly { type: DomainType; protein: Protein }[],
): Record<DomainType, Protein[]> {
  const ofType = (type: DomainType) =>
    proteins.filter((germline) => germline.type === type).map(({ protein }) => protein);
  return Object.fromEntries(DOMAIN_TYPES.map((type) => [type, ofType(type)])) as Record<
    DomainType,
    Protein[]
  >;
}
