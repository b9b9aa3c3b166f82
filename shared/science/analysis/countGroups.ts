/** Range of numbers of mutations, both ends included. */
export interface CountGroup {
  label: string;
  from: number;
  to: number;
}

const MAX_GROUPS = 20;

/** Returns one group for each number up to the largest or, if these are too many, groups of equal, round width. */
export function countGroups(largest: number): CountGroup[] {
  const width = roundWidth((largest + 1) / MAX_GROUPS);
  return Array.from({ length: Math.floor(largest / width) + 1 }, (_, index) => {
    const from = index * width;
    const to = from + width - 1;
    return { label: width === 1 ? `${from}` : `${from}–${to}`, from, to };
  });
}

function roundWidth(width: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(width)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= width)!;
}
