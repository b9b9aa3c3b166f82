import type { Figure } from "./figure.ts";

/** Prints a benchmark's progress, or remarks that supplement its figures. */
export type Say = (line: string) => void;

export interface Benchmark {
  summary: string;
  run: (say: Say) => Promise<Figure[]>;
}
