import type { Figure } from "./figure.ts";

/** Says how far a benchmark is, or what its figures do not show. */
export type Say = (line: string) => void;

export interface Benchmark {
  summary: string;
  run: (say: Say) => Promise<Figure[]>;
}
