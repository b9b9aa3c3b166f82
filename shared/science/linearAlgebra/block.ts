import type { Matrix } from "./matrix.ts";

/** Rectangle of numbers in an array: element (i, j) is `data[offset + i * rowStep + j * columnStep]`. */
export interface Block {
  data: Float64Array;
  offset: number;
  rowStep: number;
  columnStep: number;
  rows: number;
  columns: number;
}

export function matrixBlock({ rows, columns, data }: Matrix): Block {
  return { data, offset: 0, rowStep: columns, columnStep: 1, rows, columns };
}

export function subBlock(block: Block, row: number, column: number, rows: number, columns: number): Block {
  const { data, offset, rowStep, columnStep } = block;
  return { data, offset: offset + row * rowStep + column * columnStep, rowStep, columnStep, rows, columns };
}
