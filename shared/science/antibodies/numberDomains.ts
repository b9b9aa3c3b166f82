import { GAP, residueIndices } from "../sequences/aminoAcids.ts";
import { type AlignedDomain, alignDomain, alignmentTables, INSERTED, OUTSIDE } from "./alignDomain.ts";
import { type DomainProfile, type DomainType, domainProfiles } from "./domainProfile.ts";
import { imgtLoop, insertionLetter, type ResidueNumber } from "./imgtNumbers.ts";
import { kabatNumbers } from "./kabatNumbers.ts";

/** Numbering schemes: Lefranc et al. 2003; Kabat et al. 1991; Al-Lazikani, Lesk & Chothia 1997. */
export const NUMBERING_SCHEMES = ["IMGT", "KABAT", "CHOTHIA"] as const;
export type NumberingScheme = (typeof NUMBERING_SCHEMES)[number];

/** Variable domain within a sequence. */
export interface NumberedDomain {
  type: DomainType;
  /** Index of its first residue in the sequence. */
  start: number;
  /** Number of each residue, in order. */
  numbers: ResidueNumber[];
  /** Log odds of the best profile, in bits. */
  score: number;
}

/** Minimum score of a domain, in bits. Variable domains of T cell receptors score up to 65, unrelated proteins far less. */
const MIN_SCORE = 80;
/** Score of a heavy chain above which light chains are not tried. In the frozen table, either scores at most 66 with a profile of the other. */
const CERTAIN_SCORE = 100;
/** Minimum number of residues in which a domain is searched, and maximum number per sequence. */
const [MIN_RESIDUES, MAX_DOMAINS] = [60, 8];
/** Longer sequences are not searched, to limit memory. */
const MAX_RESIDUES = 10_000;
/** Maximum number of residues by which a domain is extended at either end. */
const MAX_EXTENDED = 4;
/** Columns that cost less with a residue are usually not gaps. */
const USUAL_BITS = 1;

/**
 * Finds the variable domains of antibodies in a sequence and numbers their residues; empty if there are none. A sequence may contain
 * several, like single-chain Fvs, and other residues around them.
 */
export function numberDomains(sequence: string, scheme: NumberingScheme = "IMGT"): NumberedDomain[] {
  if (sequence.length > MAX_RESIDUES) return [];
  const residues = residueIndices(sequence).map((residue) => (residue === GAP ? GAP + 1 : residue));
  return domainsIn(residues, 0, MAX_DOMAINS).map(({ aligned, profile, offset }) =>
    numbered(aligned, profile, offset, scheme),
  );
}

interface FoundDomain {
  aligned: AlignedDomain;
  profile: DomainProfile;
  /** Index in the whole sequence of the first residue that was aligned. */
  offset: number;
}

/** Finds the best domain, and then others before and after it. */
function domainsIn(residues: Uint8Array, offset: number, maxDomains: number): FoundDomain[] {
  if (residues.length < MIN_RESIDUES || maxDomains <= 0) return [];
  const profiles = domainProfiles();
  const tables = alignmentTables(residues.length, profiles[0]!.positions.length);
  let best: FoundDomain | null = null;
  for (const profile of profiles) {
    const aligned = alignDomain(residues, profile, tables);
    if (aligned.score > (best?.aligned.score ?? MIN_SCORE)) best = { aligned, profile, offset };
    if (profile.type === "H" && aligned.score > CERTAIN_SCORE) break;
  }
  if (best === null) return [];
  extendEnds(best.aligned.columns, best.profile);
  const { columns } = best.aligned;
  const start = columns.findIndex((column) => column !== OUTSIDE);
  const end = columns.findLastIndex((column) => column !== OUTSIDE) + 1;
  const before = domainsIn(residues.subarray(0, start), offset, maxDomains - 1);
  const after = domainsIn(residues.subarray(end), offset + end, maxDomains - 1 - before.length);
  return [...before, best, ...after];
}

/**
 * Extends a domain to the first and the last column of its profile by residues next to it. An alignment ends before a residue that
 * is unusual at an end, although nothing else can be there.
 */
function extendEnds(columns: Int16Array, { positions, present }: DomainProfile): void {
  const usual = [...positions.keys()].filter((column) => present[column]! < USUAL_BITS);
  const start = columns.findIndex((column) => column !== OUTSIDE);
  const missing = usual.filter((column) => column < columns[start]!);
  if (missing.length <= MAX_EXTENDED)
    for (const [at, column] of missing.slice(-start || missing.length).entries())
      columns[start - Math.min(start, missing.length) + at] = column;
  const end = columns.findLastIndex((column) => column !== OUTSIDE) + 1;
  const left = usual.filter((column) => column > columns[end - 1]!).slice(0, columns.length - end);
  if (left.length <= MAX_EXTENDED) for (const [at, column] of left.entries()) columns[end + at] = column;
}

function numbered(
  { score, columns }: AlignedDomain,
  { type, positions }: DomainProfile,
  offset: number,
  scheme: NumberingScheme,
): NumberedDomain {
  const start = columns.findIndex((column) => column !== OUTSIDE);
  const end = columns.findLastIndex((column) => column !== OUTSIDE) + 1;
  const inDomain = columns.subarray(start, end);
  const imgt = imgtNumbers(inDomain, positions);
  const numbers = scheme === "IMGT" ? imgt : kabatNumbers(imgt, type, scheme);
  return { type, start: offset + start, numbers, score };
}

/** Returns the IMGT numbers of a domain's residues from their columns. */
function imgtNumbers(columns: Int16Array, positions: Uint8Array): ResidueNumber[] {
  const lengths = [0, 0, 0];
  for (const column of columns) if (column < 0) lengths[-1 - column]! += 1;
  const loops = lengths.map((length, loop) => imgtLoop(loop, length));
  const used = [0, 0, 0];
  let [last, inserted] = [0, 0];
  return Array.from(columns, (column) => {
    if (column < 0) {
      const loop = -1 - column;
      used[loop]! += 1;
      return loops[loop]![used[loop]! - 1]!;
    }
    if (column === INSERTED) {
      inserted += 1;
      return `${last}${insertionLetter(inserted - 1)}`;
    }
    [last, inserted] = [positions[column]!, 0];
    return `${last}`;
  });
}
