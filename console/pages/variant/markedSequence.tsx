import { runsOf } from "../../parts/grid/runs.ts";
import type { Compared } from "./variantReference.ts";

/** Number of residues between two spaces. */
const BLOCK = 10;

/** Sequence in blocks of ten residues, each labeled with the number of its first residue. Mutations are highlighted. */
export function MarkedSequence({ sequence, compared }: { sequence: string; compared: Compared | null }) {
  const reference = compared?.reference.monomer ?? sequence;
  const blocks = Array.from({ length: Math.ceil(sequence.length / BLOCK) }, (_, index) => index * BLOCK);
  return (
    <div class="marked-sequence">
      {blocks.map((start) => (
        <span key={start} class="block">
          <span class="small muted">{compared?.numbering.positionAt(start) ?? start + 1}</span>
          <span class="residues">
            {runsOf(sequence.slice(start, start + BLOCK), reference.slice(start, start + BLOCK)).map(
              ({ at, run, isSame }) => (isSame ? run : <mark key={at}>{run}</mark>),
            )}
          </span>
        </span>
      ))}
    </div>
  );
}
