/** Mean value of a sequence in one import. */
export interface LoadedValue {
  load: string;
  sequence: string;
  value: number;
  /** Sample variance of its rows; null for a single row. */
  variance: number | null;
  /** Number of rows in the mean. */
  rows: number;
}

/** Step in the progress of a project: a round, or the measurements that are not in a round. */
export interface RoundStep {
  name: string;
  /** Imports of the round. */
  loads: ReadonlySet<string>;
}

/** Name of the measurements that do not belong to a round. */
export const NOT_IN_A_ROUND = "not in a round";

/** Which of two values of an assay is better. */
export type Ranking = { direction: "MAXIMIZE" | "MINIMIZE" } | { direction: "TARGET"; target: number };

export type AssayGoal = Ranking & {
  /** Wild-type sequence; null if unknown. */
  wildType: string | null;
};

/**
 * Returns how the values of an assay are ranked; higher values are better by default. Null if the target is the prediction for
 * a sequence, in which case measured values cannot be ranked.
 */
export function rankingOf(
  direction: "MAXIMIZE" | "MINIMIZE" | "TARGET" | null | undefined,
  target: number | null,
): Ranking | null {
  if (direction !== "TARGET") return { direction: direction ?? "MAXIMIZE" };
  return target === null ? null : { direction, target };
}

/** Progress of an assay after each step; null where nothing has been measured. */
export interface AssayProgress {
  /** Names of the steps. */
  steps: readonly string[];
  best: readonly number[];
  /** Percentage of a step's sequences that are better than the wild type. */
  hitRate: readonly (number | null)[];
  /** Number of sequences measured in a step, excluding the wild type. */
  measured: readonly number[];
  wildType: number | null;
}

/**
 * Returns the best value so far and the hit rate of each step that has measurements. The best value is a mean of all rows of a
 * sequence up to that step.
 */
export function roundProgress(
  values: readonly LoadedValue[],
  steps: readonly RoundStep[],
  goal: AssayGoal,
): AssayProgress {
  const wildType = meanOf(values.filter(({ sequence }) => sequence === goal.wildType));
  const goodness = goodnessOf(goal);
  const soFar: LoadedValue[] = [];
  const measuredSteps = steps.flatMap(({ name, loads }) => {
    const stepValues = values.filter(({ load }) => loads.has(load));
    if (stepValues.length === 0) return [];
    for (const value of stepValues) soFar.push(value);
    const best = meansOf(soFar).reduce((a, b) => (goodness(b) > goodness(a) ? b : a));
    const means = meansOf(stepValues.filter(({ sequence }) => sequence !== goal.wildType));
    const hits = means.filter((mean) => wildType !== null && goodness(mean) > goodness(wildType)).length;
    const hitRate = wildType === null || means.length === 0 ? null : (100 * hits) / means.length;
    return [{ name, best, hitRate, measured: means.length }];
  });
  return {
    steps: measuredSteps.map(({ name }) => name),
    best: measuredSteps.map((step) => step.best),
    hitRate: measuredSteps.map((step) => step.hitRate),
    measured: measuredSteps.map((step) => step.measured),
    wildType,
  };
}

/** Returns the value of the only step that has one; null if no step or several steps have a value. */
export function onlyValue<Step>(
  steps: readonly Step[],
  values: readonly (number | null)[],
): { step: Step; value: number } | null {
  const filled = steps.flatMap((step, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ step, value }];
  });
  return filled.length === 1 ? (filled[0] ?? null) : null;
}

/** Says where something was measured: `in round 1`, `not in a round`. */
export function whenWords(step: string): string {
  return step === NOT_IN_A_ROUND ? step : `in ${step}`;
}

/** Returns a share in percent with two digits. A share below 100 % is never rounded up to 100 %, which would mean all. */
export function shareWords(percent: number): string {
  const rounded = Number(percent.toPrecision(2));
  return `${percent < 100 && rounded >= 100 ? Math.floor(10 * percent) / 10 : rounded} %`;
}

/** Returns a function that is larger for better values. */
export function goodnessOf(ranking: Ranking): (value: number) => number {
  if (ranking.direction === "TARGET") return (value) => -Math.abs(value - ranking.target);
  return ranking.direction === "MINIMIZE" ? (value) => -value : (value) => value;
}

/** Returns the mean of the rows of each sequence. */
export function meansBySequence(
  values: readonly LoadedValue[],
): { sequence: string; value: number; rows: number }[] {
  return [...Map.groupBy(values, ({ sequence }) => sequence)].map(([sequence, rowsOfSequence]) => ({
    sequence,
    value: meanOf(rowsOfSequence) ?? 0,
    rows: rowsOfSequence.reduce((sum, { rows }) => sum + rows, 0),
  }));
}

function meansOf(values: readonly LoadedValue[]): number[] {
  return meansBySequence(values).map(({ value }) => value);
}

function meanOf(values: readonly LoadedValue[]): number | null {
  if (values.length === 0) return null;
  const count = values.reduce((sum, { rows }) => sum + rows, 0);
  return values.reduce((sum, { value, rows }) => sum + value * rows, 0) / count;
}
