import type { Figure } from "./figure.ts";

/** Prints a benchmark's progress, or remarks that its figures do not show. */
export type Say = (line: string) => void;

export interface Benchmark {
  summary: string;
  run: (say: Say) => Promise<Figure[]>;
}
