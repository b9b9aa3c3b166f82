import { residueIndices } from "./aminoAcids.ts";
import { type FramedSequence, frameSequence, type InsertionFrame } from "./insertionFrame.ts";

/** Number of sequences to remember: more than are predicted at once. */
const REMEMBERED = 1_000;

/** Returns a function that puts sequences into the columns of a frame and caches the latest results, because aligning is slow. */
export function framedTexts(frame: InsertionFrame): (sequence: string) => FramedSequence {
  const known = new Map<string, FramedSequence>();
  return (sequence) => {
    const remembered = known.get(sequence);
    if (remembered) return remembered;
    const framed = frameSequence(frame, residueIndices(sequence));
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(sequence, framed);
    return framed;
  };
}
