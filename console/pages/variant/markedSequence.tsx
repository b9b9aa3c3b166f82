import { chainsOf, type Numbering } from "@pdp/basics/proteins";
import { useMemo } from "preact/hooks";
import { plural } from "../../parts/format.ts";
import { domainResidues } from "../antibody/domainResidues.ts";
import { markedRuns } from "./markedRuns.ts";

/** Number of residues between two spaces. */
const BLOCK = 10;
const CDRS = ["CDR1", "CDR2", "CDR3"] as const;
const CHAIN_WORDS = { monomer: "", vh: "Heavy chain", vl: "Light chain" };

interface MarkedSequenceProps {
  /** Protein; two chains are joined. */
  sequence: string;
  /** Protein with the same positions that it is compared with. */
  reference: string;
  numbering: Numbering;
}

/**
 * Sequence in blocks of ten residues, each labeled with the number of its first residue; chain by chain. Mutations are highlighted, and the
 * complementarity-determining regions of antibodies are colored.
 */
export function MarkedSequence({ sequence, reference, numbering }: MarkedSequenceProps) {
  const residues = useMemo(() => domainResidues(sequence), [sequence]);
  const isAntibody = residues.some((residue) => residue !== null);
  const chains = chainsOf(sequence).filter(({ start, end }) => end > start);
  return (
    <div class="stack">
      {isAntibody && (
        <p class="small row">
          {CDRS.map((cdr) => (
            <span key={cdr} class={`cdr ${cdr.toLowerCase()}`}>
              {cdr}
            </span>
          ))}
          <span class="muted">in the IMGT numbering</span>
        </p>
      )}
      {chains.map(({ name, start, end }) => (
        <div key={name} class="stack">
          {CHAIN_WORDS[name] !== "" && (
            <h3>
              {CHAIN_WORDS[name]} <span class="small muted">{plural(end - start, "residue")}</span>
            </h3>
          )}
          <div class="marked-sequence">
            {Array.from(
              { length: Math.ceil((end - start) / BLOCK) },
              (_, index) => start + index * BLOCK,
            ).map((from) => (
              <span key={from} class="block">
                <span class="small muted">{numbering.positionAt(from - start)}</span>
                <span class="residues">
                  {markedRuns(sequence, reference, residues, [from, Math.min(from + BLOCK, end)]).map(
                    ({ at, run, isSame, cdr }) => {
                      const content = isSame ? run : <mark>{run}</mark>;
                      return (
                        <span key={at} class={cdr === null ? undefined : `cdr ${cdr.toLowerCase()}`}>
                          {content}
                        </span>
                      );
                    },
                  )}
                </span>
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
