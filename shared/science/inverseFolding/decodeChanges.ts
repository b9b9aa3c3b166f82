import {
  type Decoder,
  type DecoderState,
  decodeLayer,
  logProbabilities,
  type StateOf,
  stateBefore,
} from "./decoder.ts";
import { HIDDEN } from "./messageLayer.ts";

/** Letters decoded in one order, and the states of the decoder for them. */
export interface DecodedLetters {
  letters: Int32Array;
  turns: Int32Array;
  /** States before each layer and after the last one. */
  states: readonly DecoderState[];
}

/**
 * Returns the log probabilities (21 per residue) at the `changed` residues if their letters become those in `letters`, decoded in the
 * same order. Computes only what the changes reach on the way to these residues; the result equals that of decoding everything.
 */
export function decodeChanges(
  decoder: Decoder,
  { turns, states }: DecodedLetters,
  changed: readonly number[],
  letters: Int32Array,
): Float64Array {
  const reached: Set<number>[] = [];
  for (let index = 0; index < decoder.layers.length; index += 1) {
    reached.push(reachedAfter(decoder, turns, changed, reached[index - 1] ?? new Set()));
  }
  const needed: number[][] = [];
  let next = new Set(changed);
  for (let index = decoder.layers.length - 1; index >= 0; index -= 1) {
    const computed = [...next].filter((i) => reached[index]!.has(i));
    needed[index] = computed;
    next = new Set([...computed, ...computed.flatMap((i) => earlierNeighbors(decoder, turns, i))]);
  }
  let stateOf = fromStates(states[0]!);
  for (let index = 0; index < decoder.layers.length; index += 1) {
    const after = decodeLayer(decoder, index, needed[index]!, stateOf, letters, turns);
    stateOf = fromStates(states[index + 1]!, needed[index]!, stateBefore(decoder, index + 1, after));
  }
  const last = new Float32Array(changed.length * HIDDEN);
  changed.forEach((i, row) => {
    const { state, at } = stateOf(i);
    last.set(state.residues.subarray(at, at + HIDDEN), row * HIDDEN);
  });
  return logProbabilities(decoder, last);
}

/** Residues whose vectors differ after a layer, if those in `before` differed before it. */
function reachedAfter(
  { neighborOf }: Decoder,
  turns: Int32Array,
  changed: readonly number[],
  before: ReadonlySet<number>,
): Set<number> {
  const result = new Set(before);
  for (const j of new Set([...changed, ...before])) {
    for (const i of neighborOf[j]!) if (turns[j]! < turns[i]!) result.add(i);
  }
  return result;
}

function earlierNeighbors(
  { neighbors: { count, indexes } }: Decoder,
  turns: Int32Array,
  i: number,
): number[] {
  return Array.from(indexes.subarray(i * count, (i + 1) * count)).filter((j) => turns[j]! < turns[i]!);
}

/** Reads the vectors of the residues in `some` from `changed`, one row each, and all others from `state`. */
function fromStates(state: DecoderState, some: readonly number[] = [], changed?: DecoderState): StateOf {
  const rows = new Map(some.map((i, row) => [i, row]));
  return (i) => {
    const row = rows.get(i);
    return row === undefined ? { state, at: i * HIDDEN } : { state: changed!, at: row * HIDDEN };
  };
}
