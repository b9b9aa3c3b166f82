import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { isProtein } from "@pdp/basics/proteins";
import { AMINO_ACID_COUNT, residueIndices } from "../../sequences/aminoAcids.ts";

/** Error for an expression that needs more states than allowed. */
export class TooManyStates extends Error {}

/** Deterministic automaton: transitions, state × 20 → state, and the accepting states. State 0 is the start. */
export interface Automaton {
  readonly next: readonly (readonly number[])[];
  readonly accepting: readonly boolean[];
}

const ALL_RESIDUES = 2 ** AMINO_ACID_COUNT - 1;

/** State of the nondeterministic automaton: transitions on sets of residues (one bit per residue), and epsilon transitions. */
interface State {
  readonly steps: { residues: number; to: number }[];
  readonly empty: number[];
}

/**
 * Builds the smallest automaton that finds an expression anywhere in its input, by Thompson's construction, the subset
 * construction and Moore's minimization. Throws a SyntaxError if the expression is invalid, and TooManyStates if one of the
 * steps needs more than `maxStates` states (ten times as many for the first step).
 */
export function buildAutomaton(source: string, maxStates: number): Automaton {
  const pattern = new RegExpParser({ ecmaVersion: 2020 }).parsePattern(source);
  const states: State[] = [];
  const newState = (): number => {
    if (states.length >= 10 * maxStates) throw new TooManyStates();
    return states.push({ steps: [], empty: [] }) - 1;
  };
  const at = (index: number): State => states[index] as State;
  const link = (from: number, to: number): number => at(from).empty.push(to);

  /** Adds the states for a part that starts at `from`; returns the state at its end. */
  const add = (part: AST.Pattern | AST.Element, from: number): number => {
    switch (part.type) {
      case "Pattern":
      case "Group":
      case "CapturingGroup": {
        const end = newState();
        for (const { elements } of part.alternatives) {
          link(
            elements.reduce((last, element) => add(element, last), from),
            end,
          );
        }
        return end;
      }
      case "Quantifier":
        return repeat(part, from);
      case "Character":
      case "CharacterClass":
      case "CharacterSet": {
        const end = newState();
        at(from).steps.push({ residues: residuesOf(part), to: end });
        return end;
      }
      default:
        throw new SyntaxError(`${part.raw} matches no residues`);
    }
  };
  const repeat = ({ element, min, max }: AST.Quantifier, from: number): number => {
    let end = from;
    for (let count = 0; count < min; count += 1) end = add(element, end);
    if (max === Number.POSITIVE_INFINITY) {
      const start = newState();
      link(end, start);
      link(add(element, start), start);
      return start;
    }
    const last = newState();
    for (let count = min; count < max; count += 1) {
      link(end, last);
      const start = newState();
      link(end, start);
      end = add(element, start);
    }
    link(end, last);
    return last;
  };

  const start = newState();
  at(start).steps.push({ residues: ALL_RESIDUES, to: start });
  const end = add(pattern, start);
  return minimize(determinize(states, start, end, maxStates));
}

/** Returns the residues denoted by a character, a class or a set of characters, one bit per residue. */
function residuesOf(part: AST.Character | AST.CharacterClass | AST.CharacterSet): number {
  if (part.type === "Character") return residueBit(part.value);
  if (part.type === "CharacterSet") {
    if (part.kind === "any") return ALL_RESIDUES;
    throw new SyntaxError(`${part.raw} matches no residues`);
  }
  let residues = 0;
  for (const element of part.elements) {
    if (element.type === "Character") residues |= residueBit(element.value);
    else if (element.type === "CharacterClassRange") {
      for (let code = element.min.value; code <= element.max.value; code += 1) residues |= residueBit(code);
    } else throw new SyntaxError(`${element.raw} matches no residues`);
  }
  return part.negate ? ALL_RESIDUES & ~residues : residues;
}

/** Returns the bit for the residue with a character code; zero for any other character. */
function residueBit(code: number): number {
  const [residue] = isProtein(String.fromCodePoint(code)) ? residueIndices(String.fromCodePoint(code)) : [];
  return residue === undefined ? 0 : 1 << residue;
}

function determinize(states: readonly State[], start: number, end: number, maxStates: number): Automaton {
  const closure = (from: Iterable<number>): number[] => {
    const reached = new Set(from);
    for (const state of reached) for (const to of states[state]?.empty ?? []) reached.add(to);
    return [...reached].sort((a, b) => a - b);
  };
  const index = new Map<string, number>();
  const sets: number[][] = [];
  const indexOf = (set: number[]): number => {
    const key = set.join();
    const known = index.get(key);
    if (known !== undefined) return known;
    if (sets.length >= maxStates) throw new TooManyStates();
    index.set(key, sets.length);
    return sets.push(set) - 1;
  };
  indexOf(closure([start]));
  const next: number[][] = [];
  // The list grows while it is being read.
  for (const set of sets) {
    const steps = set.flatMap((state) => states[state]?.steps ?? []);
    // Most residues lead to the same states.
    const byTargets = new Map<string, number>();
    const row: number[] = [];
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      const targets = steps.filter(({ residues }) => residues & (1 << residue)).map(({ to }) => to);
      const key = targets.join();
      const known = byTargets.get(key) ?? indexOf(closure(targets));
      byTargets.set(key, known);
      row.push(known);
    }
    next.push(row);
  }
  return { next, accepting: sets.map((set) => set.includes(end)) };
}

/** Merges states that cannot be distinguished by any continuation. */
function minimize({ next, accepting }: Automaton): Automaton {
  let groups = accepting.map(Number);
  let count = new Set(groups).size;
  for (;;) {
    const index = new Map<string, number>();
    const refined = groups.map((group, state) => {
      const key = `${group} ${(next[state] ?? []).map((to) => groups[to])}`;
      const known = index.get(key) ?? index.size;
      index.set(key, known);
      return known;
    });
    groups = refined;
    if (index.size === count) break;
    count = index.size;
  }
  // Groups are numbered by their first state, so that the start keeps the number 0.
  const first = Array.from({ length: count }, (_, group) => groups.indexOf(group));
  return {
    next: first.map((state) => (next[state] ?? []).map((to) => groups[to] as number)),
    accepting: first.map((state) => accepting[state] === true),
  };
}
