import type { Numbering } from "@pdp/basics/proteins";
import { copyAndSay } from "../../parts/copyAndSay.ts";
import { Icon } from "../../parts/icon.tsx";
import { changedSites } from "../variant/writeChanges.ts";
import { linesOf } from "./rowFacts.ts";

const BLOCK = 10;
const BLOCKS_IN_LINE = 3;

interface SequenceViewProps {
  name: string;
  sequence: string;
  /** Sequence to compare with; undefined if there is none. */
  reference: string | undefined;
  comparedWith: string;
  numbering: Numbering;
}

/** Complete sequence in numbered blocks. Residues that differ from the reference are highlighted, and listed above. */
export function SequenceView({ name, sequence, reference, comparedWith, numbering }: SequenceViewProps) {
  const differences =
    reference?.length === sequence.length ? changedSites(sequence, reference, numbering) : null;
  const codes = new Map(differences?.map(({ index, code }) => [index, code]));
  return (
    <section aria-label={name} class="stack sequence-view">
      <div class="row">
        <h3>{name}</h3>
        <span class="small muted">{sequence.length} residues</span>
        <button
          type="button"
          class="small"
          aria-label={`Copy ${name}`}
          onClick={() => void copyAndSay(sequence, `Copied ${sequence.length} residues.`)}
        >
          <Icon name="copy" class="small" />
          Copy
        </button>
      </div>
      {differences && (
        <p class="small">
          {differences.length === 0
            ? `The same as ${comparedWith}.`
            : `${differences.map(({ code }) => code).join(" ")}, compared with ${comparedWith}.`}
        </p>
      )}
      {reference !== undefined && differences === null && (
        <p class="small muted">
          Its length differs from {comparedWith} ({reference.length}).
        </p>
      )}
      <ol class="sequence-lines mono">
        {linesOf(sequence.length, BLOCK, BLOCKS_IN_LINE).map((start) => (
          <li key={start}>
            <span class="muted">{numbering.positionAt(start)}</span>
            {Array.from({ length: BLOCKS_IN_LINE }, (_, block) => start + block * BLOCK).map((from) => (
              <span key={from}>
                {[...sequence.slice(from, from + BLOCK)].map((residue, index) => {
                  const code = codes.get(from + index);
                  return code ? (
                    <mark key={code} title={code}>
                      {residue}
                    </mark>
                  ) : (
                    residue
                  );
                })}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
