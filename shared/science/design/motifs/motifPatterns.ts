import { DFA, JS, NFA } from "refa";
import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import { isPattern } from "#shared/domain/tasks/motifSyntax.ts";
import { AMINO_ACID_COUNT, residueLetters } from "#shared/science/sequences/aminoAcids.ts";

/** Maximum number of states of the automaton of one requirement's patterns. */
const MAX_NODES = 256;

/**
 * Deterministic automaton that finds a regular expression anywhere in what it reads, one step for each residue: no text
 * of a user is matched by backtracking.
 */
export interface MotifPattern {
  readonly nodes: number;
  /** Transitions, node × 20 → node. Node 0 is the start. */
  readonly next: Int32Array;
  /** 1 for each node at which an occurrence ends. */
  readonly accepting: Uint8Array;
}

interface Requirement {
  operator: "none" | "any" | "all";
  motifs: readonly string[];
}

/**
 * Returns the motifs of a requirement that need automata, as sources of regular expressions; a requirement of any motif
 * is one expression. Empty if all motifs are sequences of letters.
 */
export function patternSources({ operator, motifs }: Requirement): string[] {
  const patterns = motifs.filter(isPattern);
  if (patterns.length === 0) return [];
  if (operator === "all") return patterns;
  return [(operator === "any" ? motifs : patterns).map((motif) => `(?:${motif})`).join("|")];
}

/** Compiles a regular expression over the letters of amino acids. Throws a DataProblem that says what to change. */
export function compilePattern(source: string): MotifPattern {
  const dfa = automatonOf(source);
  const nodes = [...dfa.nodes()];
  const index = new Map(nodes.map((node, at) => [node, at]));
  // A missing transition leads to a node from which nothing is found.
  const sink = nodes.length;
  const next = new Int32Array((nodes.length + 1) * AMINO_ACID_COUNT).fill(sink);
  for (const [at, node] of nodes.entries()) {
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      const letter = residueLetters(Uint8Array.of(residue)).charCodeAt(0);
      const into = node.out.get(letter);
      if (into !== undefined) next[at * AMINO_ACID_COUNT + residue] = index.get(into) ?? sink;
    }
  }
  const accepting = Uint8Array.from([...nodes.map((node) => Number(dfa.finals.has(node))), 0]);
  if (index.get(dfa.initial) !== 0) throw new Error("The automaton does not begin with its initial node");
  if (accepting[0] === 1) {
    throw new DataProblem(`The motif ${source} is found in no residues at all: it has to name at least one.`);
  }
  return { nodes: sink + 1, next, accepting };
}

function automatonOf(source: string): DFA {
  try {
    const literal = { source: `[^]*(?:${source})`, flags: "" };
    const { expression, maxCharacter } = JS.Parser.fromLiteral(literal).parse({
      assertions: "throw",
      backreferences: "throw",
      maxNodes: 10 * MAX_NODES,
    });
    const nfa = NFA.fromRegex(
      expression,
      { maxCharacter },
      { assertions: "throw" },
      new NFA.LimitedNodeFactory(MAX_NODES),
    );
    const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(MAX_NODES));
    dfa.minimize();
    return dfa;
  } catch (error) {
    const { message } = error as Error;
    throw new DataProblem(
      /not allowed to create|too many/i.test(message)
        ? `The motif ${source.slice(0, 200)} needs more than ${MAX_NODES} states: repeat fewer residues in it.`
        : `The motif ${source.slice(0, 200)} is no regular expression of residues: ${message.replace(/^.*\/: /s, "").slice(0, 200)}.`,
    );
  }
}
