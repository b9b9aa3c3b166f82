import type { Tensor } from "./readWeights.ts";

/** Atomic numbers of the noble gases, with which the periods end. */
const PERIOD_ENDS = [2, 10, 18, 36, 54, 86, 118];
const ELEMENTS = 120;
const GROUPS = 19;

/**
 * Returns the position of an element in the periodic table. Elements 57 to 71 and 89 to 103 are all in group 3, as in the table
 * that the network was trained with.
 */
export function periodicPosition(element: number): { group: number; period: number } {
  const period = PERIOD_ENDS.findIndex((end) => element <= end) + 1;
  const end = PERIOD_ENDS[period - 1]!;
  const start = period === 1 ? 1 : PERIOD_ENDS[period - 2]! + 1;
  const step = element - start;
  const fromEnd = end - element;
  if (step < 2 && period > 1) return { group: step + 1, period };
  if (period === 1) return { group: element === 1 ? 1 : 18, period };
  if (period < 4 || fromEnd < 15) return { group: 18 - fromEnd, period };
  return { group: 3, period };
}

/** Adds, to a vector, the columns of a matrix for an element, its group and its period. */
export function addElement(
  target: Float32Array,
  at: number,
  { shape, values }: Tensor,
  element: number,
): void {
  const [rows, columns] = shape as [number, number];
  const { group, period } = periodicPosition(element);
  const active = [element, ELEMENTS + group, ELEMENTS + GROUPS + period];
  for (let i = 0; i < rows; i += 1) {
    for (const column of active) target[at + i] = target[at + i]! + values[i * columns + column]!;
  }
}
