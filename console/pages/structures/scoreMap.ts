import { joinChains, TWO_CHAINS } from "@pdp/basics/proteins";
import { RESIDUES, reachOf, type Substitutions, siteMeans } from "../table/heatmap/substitutions.ts";

/** Scores of a training for all single substitutions, by column of its table. */
export const SCORES = {
  structure_score: "structure score",
  homolog_score: "homolog score",
  plausibility: "plausibility",
} as const;
export type Score = keyof typeof SCORES;

/** Row of the table of substitutions: a score is null without a structure or homologs, or where the structure shows no residue. */
export interface ScoredSubstitution extends Record<Score, number | null> {
  /** Only with two chains. */
  chain?: "vh" | "vl";
  /** Position in the chain. */
  position: number;
  wild_type: string;
  residue: string;
}

/** Returns the scores that at least one substitution has. */
export function knownScores(rows: readonly ScoredSubstitution[]): Score[] {
  return (Object.keys(SCORES) as Score[]).filter((score) => rows.some((row) => row[score] !== null));
}

/** Scores of one chain. */
export interface ScoredChain {
  /** Null if there is only one chain. */
  name: "vh" | "vl" | null;
  /** Index of its first residue in the reference; two chains are joined. */
  start: number;
  rows: readonly ScoredSubstitution[];
}

/** Divides scores by chain. */
export function scoredChains(rows: readonly ScoredSubstitution[]): ScoredChain[] {
  if (rows.every(({ chain }) => chain === undefined)) return [{ name: null, start: 0, rows }];
  const [vh, vl] = TWO_CHAINS.map((name) => rows.filter(({ chain }) => chain === name));
  const light = { name: "vl" as const, start: lettersOf(vh ?? []).length + 1, rows: vl ?? [] };
  return [{ name: "vh" as const, start: 0, rows: vh ?? [] }, light].filter((chain) => chain.rows.length > 0);
}

/** Returns the residues of one chain in the reference. */
function lettersOf(rows: readonly ScoredSubstitution[]): string {
  return [...new Map(rows.map(({ position, wild_type }) => [position, wild_type])).values()].join("");
}

/** Returns the reference and the numbers of its residues; two chains are joined. */
export function scoredReference(rows: readonly ScoredSubstitution[]): {
  sequence: string;
  numbers: number[];
} {
  const chains = scoredChains(rows);
  const numbers: number[] = [];
  for (const { start, rows: chainRows } of chains)
    for (const [at, number] of [...new Set(chainRows.map(({ position }) => position))].entries())
      numbers[start + at] = number;
  const [first] = chains;
  const ofChain = (wanted: string) => lettersOf(chains.find(({ name }) => name === wanted)?.rows ?? []);
  const sequence = first?.name == null ? lettersOf(rows) : joinChains(ofChain("vh"), ofChain("vl"));
  return { sequence, numbers };
}

/** Returns the mean of a score at each position of the reference; two chains are joined. */
export function scoredSites(rows: readonly ScoredSubstitution[], score: Score): (number | null)[] {
  const sites: (number | null)[] = [];
  for (const { start, rows: chainRows } of scoredChains(rows)) {
    while (sites.length < start) sites.push(null);
    sites.push(...scoreMap(chainRows, score).sites);
  }
  return sites;
}

/** Returns the heatmap of a score for one chain: zero is as likely as the reference. Rows are ordered by position. */
export function scoreMap(rows: readonly ScoredSubstitution[], score: Score): Substitutions {
  const numbers = [...new Set(rows.map(({ position }) => position))];
  const indexes = new Map(numbers.map((number, index) => [number, index]));
  const letters: string[] = [];
  const cells: Substitutions["cells"] = Array.from({ length: numbers.length * RESIDUES.length }, () => null);
  for (const row of rows) {
    const index = indexes.get(row.position) ?? 0;
    letters[index] = row.wild_type;
    const kind = RESIDUES.indexOf(row.residue);
    const mean = row[score];
    if (kind >= 0 && mean !== null) cells[index * RESIDUES.length + kind] = { mean, rows: 1 };
  }
  return {
    reference: letters.join(""),
    firstNumber: numbers[0] ?? 1,
    numbers,
    referenceValue: 0,
    center: 0,
    centerIs: "as likely",
    reach: reachOf(cells, 0),
    cells,
    sites: siteMeans(cells, numbers.length),
    rowsUsed: rows.length,
    rows: rows.length,
    referenceRows: 0,
    otherLengths: 0,
  };
}
