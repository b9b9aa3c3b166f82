import { joinChains } from "@pdp/basics/proteins";
/** Predicted assay value with its standard deviation. */
export interface Prediction {
  /** Name of the assay's columns without the suffix `_mean` or `_sd`. */
  assay: string;
  mean: number;
  sd: number;
}

/** Design from a task's table. */
export interface Design {
  /** Rank, starting at 1 for the best design. */
  rank: number;
  sequence: string;
  /**
   * Mutations relative to the template, such as `V39A;D40W`, in the numbering that the task recorded; empty for the template
   * itself.
   */
  mutations: string;
  /** Template sequence. */
  parent: string;
  /** Probability that all constraints are satisfied; null if there are no constraints. */
  constraintProbability: number | null;
  /** True if the design is meant for learning, false if it is expected to be among the best; null if undecided. */
  isToLearn: boolean | null;
  /** Explanation: the substitutions in the design and how often each was measured; null if there is none. */
  reason: string | null;
  predictions: readonly Prediction[];
  /** Warning about the predictions; absent if there is none. */
  warning?: string;
}

const REQUIRED = ["rank", "sequence", "mutations", "parent"];

/** Reads the rows of a design table in order of rank. Throws if a row is not a design or a rank is repeated. */
export function readDesigns(rows: readonly Readonly<Record<string, unknown>>[]): Design[] {
  const designs = rows.map(readDesign).sort((a, b) => a.rank - b.rank);
  const twice = designs.find(({ rank }, index) => designs[index + 1]?.rank === rank);
  if (twice) throw new Error(`Two designs have rank ${twice.rank}. Ranks are unique within a task.`);
  return designs;
}

function readDesign(stated: Readonly<Record<string, unknown>>): Design {
  const row: Readonly<Record<string, unknown>> = { ...stated, ...joinedChains(stated) };
  const missing = REQUIRED.find((name) => row[name] === undefined || row[name] === null);
  if (missing !== undefined) {
    throw new Error(`This is not a list of a task's designs: the column "${missing}" is missing or empty.`);
  }
  const rank = Number(row.rank);
  if (!Number.isSafeInteger(rank) || rank < 1) {
    throw new Error(`This is not a list of a task's designs: "${row.rank}" is not a rank. Ranks start at 1.`);
  }
  const probability = row.constraint_probability;
  const { purpose, reason } = row;
  return {
    rank,
    sequence: String(row.sequence),
    mutations: String(row.mutations),
    parent: String(row.parent),
    constraintProbability: probability === undefined || probability === null ? null : Number(probability),
    isToLearn: purpose === undefined || purpose === null ? null : purpose === "EXPLORE",
    reason: reason === undefined || reason === null ? null : String(reason),
    predictions: predictionsOf(row),
    ...warningOf(row),
  };
}

/** Returns the joined sequences of a table that has both chains in separate columns; empty for others. */
function joinedChains({ sequence, vh, vl, parent_vh, parent_vl }: Readonly<Record<string, unknown>>): {
  sequence?: string;
  parent?: string;
} {
  if (sequence != null || (vh == null && vl == null)) return {};
  return { sequence: joinTexts(vh, vl), parent: joinTexts(parent_vh, parent_vl) };
}

function joinTexts(vh: unknown, vl: unknown): string {
  return joinChains(typeof vh === "string" ? vh : null, typeof vl === "string" ? vl : null);
}

/** Returns the protein in a row of designs or predictions; two chains are joined. */
export function sequenceOfRow(row: Readonly<Record<string, unknown>>): string {
  return String(joinedChains(row).sequence ?? row.sequence);
}

/** Returns the warning about the predictions in a row of designs or predictions, if there is one. */
export function warningOf({ warning }: Readonly<Record<string, unknown>>): { warning?: string } {
  return typeof warning === "string" ? { warning } : {};
}

/** Returns the predictions in a row of designs or predictions. */
export function predictionsOf(row: Readonly<Record<string, unknown>>): Prediction[] {
  return Object.keys(row)
    .filter((name) => name.endsWith("_mean") && `${assayOf(name)}_sd` in row)
    .map((name) => ({
      assay: assayOf(name),
      mean: Number(row[name]),
      sd: Number(row[`${assayOf(name)}_sd`]),
    }));
}

const assayOf = (column: string): string => column.slice(0, -"_mean".length);

/** Returns the assays with predictions. */
export function assaysOf(
  designs: readonly { predictions: readonly Pick<Prediction, "assay">[] }[],
): string[] {
  return [...new Set(designs.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
}
