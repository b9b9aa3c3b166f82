import { translate } from "@pdp/basics/proteins";
import { CODON_USAGE } from "./data/codonUsage.ts";

/** Codon with its share among the codons of its amino acid. */
export interface Codon {
  bases: string;
  /** Share in (0, 1]. */
  share: number;
  /** Number of bases that are G or C. */
  gc: number;
}

/** Codons of each amino acid, the most frequent first; `*` is the stop. */
export type CodonTable = ReadonlyMap<string, readonly Codon[]>;

export type Host = keyof typeof CODON_USAGE;

export const HOSTS = Object.keys(CODON_USAGE) as Host[];

const BASES = "TCAG";
/** All codons in the order TTT, TTC, TTA, …, GGG. */
export const CODONS: readonly string[] = [...BASES].flatMap((a) =>
  [...BASES].flatMap((b) => [...BASES].map((c) => a + b + c)),
);

/** Returns the codon table of a host. */
export function hostTable(host: Host): CodonTable {
  return tableOf(new Map(CODONS.map((codon, index) => [codon, CODON_USAGE[host][index] as number])));
}

/** Codon table, or why counts cannot be used. */
export type CountedTable = { table: CodonTable } | { problem: string };

/** Returns a codon table from the count of each codon, in DNA or RNA letters. Codons without a count are not used. */
export function countedTable(counts: Readonly<Record<string, number>>): CountedTable {
  const known = new Map<string, number>();
  for (const [name, count] of Object.entries(counts)) {
    const codon = name.toUpperCase().replaceAll("U", "T");
    if (!CODONS.includes(codon))
      return { problem: `"${name.slice(0, 20)}" is not a codon. Write three of the letters A, C, G and T.` };
    if (known.has(codon)) return { problem: `The codon ${codon} has two counts. Remove one of them.` };
    if (!(count >= 0 && Number.isFinite(count)))
      return { problem: `The count of ${codon} is ${count}. Counts must be zero or positive.` };
    known.set(codon, count);
  }
  const table = tableOf(known);
  const absent = [...new Set(CODONS.map(translate))].filter((residue) => !table.has(residue));
  if (absent.length > 0) {
    const names = absent.map((residue) => (residue === "*" ? "the stop" : residue)).join(", ");
    return { problem: `The codon table has no count for ${names}. Add at least one codon for each.` };
  }
  return { table };
}

function tableOf(counts: ReadonlyMap<string, number>): CodonTable {
  const table = new Map<string, Codon[]>();
  for (const residue of new Set(CODONS.map(translate))) {
    const used = CODONS.filter((codon) => translate(codon) === residue && (counts.get(codon) ?? 0) > 0);
    const total = used.reduce((sum, codon) => sum + (counts.get(codon) ?? 0), 0);
    const codons = used.map((bases) => ({
      bases,
      share: (counts.get(bases) ?? 0) / total,
      gc: gcCount(bases),
    }));
    if (codons.length > 0)
      table.set(
        residue,
        codons.sort((a, b) => b.share - a.share),
      );
  }
  return table;
}

/** Counts the bases that are G or C. */
export function gcCount(dna: string): number {
  let count = 0;
  for (const base of dna) if (base === "G" || base === "C") count += 1;
  return count;
}
