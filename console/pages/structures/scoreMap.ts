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
  position: number;
  wild_type: string;
  residue: string;
}

/** Returns the scores that at least one substitution has. */
export function knownScores(rows: readonly ScoredSubstitution[]): Score[] {
  return (Object.keys(SCORES) as Score[]).filter((score) => rows.some((row) => row[score] !== null));
}

/** Returns the heatmap of a score: zero is as likely as the reference. Rows are ordered by position. */
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
    centre: 0,
    centreIs: "as likely",
    reach: reachOf(cells, 0),
    cells,
    sites: siteMeans(cells, numbers.length),
    rowsUsed: rows.length,
    rows: rows.length,
    referenceRows: 0,
    otherLengths: 0,
  };
}
