import { type AvoidedSite, IUPAC } from "./avoidedSite.ts";

export const BASES = "ACGT";

/** Pattern of an automaton: the bases that each position allows, as bits. */
interface Pattern {
  masks: readonly number[];
  label: string;
}

/** End of a pattern that has been read completely. */
export interface Found {
  label: string;
  length: number;
}

/**
 * Finds patterns in DNA that is read base by base. A state is the set of patterns that have been read in part; the transitions
 * between states are computed when they are first needed.
 */
export class SiteAutomaton {
  readonly #patterns: Pattern[];
  readonly #states: number[][] = [[]];
  readonly #ids = new Map<string, number>([["", 0]]);
  /** State after each state and base; -1 if it has not been computed. */
  readonly #next: number[] = [-1, -1, -1, -1];
  /** Patterns that end with each transition. */
  readonly #found: (readonly Found[] | undefined)[] = [];

  constructor(sites: readonly AvoidedSite[]) {
    this.#patterns = sites.flatMap(({ label, patterns }) =>
      patterns.map((pattern) => ({ label, masks: [...pattern].map(maskOf) })),
    );
  }

  /** Returns the state after a base. The first state is 0. */
  next(state: number, base: number): number {
    const known = this.#next[4 * state + base] as number;
    return known >= 0 ? known : this.#compute(state, base);
  }

  /** Returns the patterns that end with a base that is read in a state. */
  matchesAt(state: number, base: number): readonly Found[] | undefined {
    this.next(state, base);
    return this.#found[4 * state + base];
  }

  #compute(state: number, base: number): number {
    const partial: number[] = [];
    const matches: Found[] = [];
    const advance = (pattern: number, read: number): void => {
      const { masks, label } = this.#patterns[pattern] as Pattern;
      if (((masks[read] as number) & (1 << base)) === 0) return;
      if (read + 1 === masks.length) matches.push({ label, length: masks.length });
      else partial.push(pattern * 64 + read + 1);
    };
    for (const item of this.#states[state] as number[]) advance(item >> 6, item & 63);
    for (let pattern = 0; pattern < this.#patterns.length; pattern += 1) advance(pattern, 0);
    partial.sort((a, b) => a - b);
    const id = this.#idOf(partial);
    this.#next[4 * state + base] = id;
    if (matches.length > 0) this.#found[4 * state + base] = matches;
    return id;
  }

  #idOf(partial: number[]): number {
    const key = partial.join();
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#states.length;
    this.#ids.set(key, id);
    this.#states.push(partial);
    this.#next.push(-1, -1, -1, -1);
    return id;
  }
}

function maskOf(letter: string): number {
  return [...(IUPAC[letter] ?? "")].reduce((mask, base) => mask | (1 << BASES.indexOf(base)), 0);
}
