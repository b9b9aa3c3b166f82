import { type DataFile, type Segment, weightOf } from "./manifest.ts";

/** Number of segments of one level that are joined into one. */
export const FAN_IN = 4;
/** Weight of a full segment. */
export const MAX_WEIGHT = FAN_IN ** 5;

type Weighed = Pick<Segment, "weight" | "merged">;

/** Consecutive segments that become one. */
interface Run<Part> {
  parts: Part[];
  weight: number;
}

/**
 * Groups the segments of a new version: each group becomes one segment, and a group of one stays as it is. When four segments
 * of the same level follow each other, they are joined, and a smaller segment is joined with a larger one after it. Levels are
 * powers of four, so a file is rewritten about five times until its segment is full, and a version has about three segments of
 * each level that are not full.
 */
export function segmentRuns<Part extends Weighed>(parts: readonly Part[]): Part[][] {
  const runs: Run<Part>[] = [];
  for (const part of parts) {
    // A segment of unknown weight is treated as full.
    runs.push({ parts: [part], weight: part.weight ?? MAX_WEIGHT });
    while (joinLast(runs));
  }
  return runs.map((run) => run.parts);
}

/** Joins some of the last runs. Returns false if none can be joined. */
function joinLast<Part extends Weighed>(runs: Run<Part>[]): boolean {
  const [before, last] = runs.slice(-2);
  if (!before || !last) return false;
  if (levelOf(before) < levelOf(last) && fitOne([before, last])) {
    runs.splice(-2, 2, joined([before, last]));
    return true;
  }
  const same = runs.slice(-FAN_IN);
  const isLike = (run: Run<Part>): boolean =>
    levelOf(run) === levelOf(last) && hasMerged(run) === hasMerged(last);
  if (same.length < FAN_IN || !same.every(isLike)) return false;
  for (let count = FAN_IN; count > 1; count -= 1) {
    const first = same.slice(0, count);
    if (!fitOne(first)) continue;
    runs.splice(-FAN_IN, count, joined(first));
    return true;
  }
  return false;
}

/** Returns whether runs can become one segment. */
function fitOne<Part extends Weighed>(runs: readonly Run<Part>[]): boolean {
  return weightOfAll(runs) <= MAX_WEIGHT && new Set(runs.map(hasMerged)).size === 1;
}

function joined<Part extends Weighed>(runs: readonly Run<Part>[]): Run<Part> {
  return { parts: runs.flatMap(({ parts }) => parts), weight: weightOfAll(runs) };
}

function weightOfAll(runs: readonly { weight: number }[]): number {
  return runs.reduce((sum, { weight }) => sum + weight, 0);
}

function hasMerged<Part extends Weighed>({ parts }: Run<Part>): boolean {
  return parts.some(({ merged = 0 }) => merged > 0);
}

/** Returns the number of times that a weight can be divided by four. */
function levelOf({ weight }: { weight: number }): number {
  let level = 0;
  for (let limit = FAN_IN; weight >= limit; limit *= FAN_IN) level += 1;
  return level;
}

/** Divides files into lists that fit into one segment each. */
export function fittingLists(files: readonly DataFile[]): DataFile[][] {
  const lists: DataFile[][] = [];
  let weight = MAX_WEIGHT;
  for (const file of files) {
    const more = weightOf(file);
    if (weight + more > MAX_WEIGHT) {
      lists.push([]);
      weight = 0;
    }
    lists.at(-1)?.push(file);
    weight += more;
  }
  return lists;
}
