/** Splits a sequence into lines of blocks, as sequences are usually printed: each line has the index of its first residue. */
export function linesOf(length: number, blockLength = 10, blocksInLine = 4): number[] {
  const step = blockLength * blocksInLine;
  return Array.from({ length: Math.ceil(length / step) }, (_, line) => line * step);
}
