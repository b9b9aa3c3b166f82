import { DataProblem } from "@pdp/basics/errors";
import { type Automaton, buildAutomaton, TooManyStates } from "./motifAutomaton.ts";

/** Maximum number of automaton states for the patterns of one requirement. */
const MAX_NODES = 256;

/**
 * Deterministic automaton that finds a regular expression anywhere in its input, in one step per residue, so that
 * user-supplied patterns are never matched by backtracking.
 */
export interface MotifPattern {
  readonly nodes: number;
  /** Transitions, node × 20 → node. Node 0 is the start. */
  readonly next: Int32Array;
  /** 1 for each accepting node. */
  readonly accepting: Uint8Array;
}

/** Compiles a regular expression over the letters of amino acids. Throws a DataProblem that explains what to change. */
export function compilePattern(source: string): MotifPattern {
  const { next, accepting } = automatonOf(source);
  if (accepting[0] === true) {
    throw new DataProblem(
      `The motif ${source} matches an empty sequence. It must require at least one residue.`,
    );
  }
  return {
    nodes: next.length,
    next: Int32Array.from(next.flat()),
    accepting: Uint8Array.from(accepting.map(Number)),
  };
}

function automatonOf(source: string): Automaton {
  try {
    return buildAutomaton(source, MAX_NODES);
  } catch (error) {
    const shown = source.slice(0, 200);
    if (error instanceof TooManyStates) {
      throw new DataProblem(`The motif ${shown} needs more than ${MAX_NODES} states. Use fewer repetitions.`);
    }
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/^.*\/: /s, "").slice(0, 200);
    throw new DataProblem(`The motif ${shown} is not a regular expression of residues: ${reason}.`);
  }
}
