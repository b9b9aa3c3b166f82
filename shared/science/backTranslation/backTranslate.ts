import { createRandom, type Random } from "@pdp/basics/statistics";
import { joinNames } from "@pdp/basics/wording";
import { checkDna, type DnaChecks, dnaFaults } from "./checkDna.ts";
import { type Blocked, type CodonChoice, chooseCodons } from "./chooseCodons.ts";
import { CodonScores } from "./codonScores.ts";
import type { Codon } from "./codonTable.ts";
import { gcFaults, percent, repeatsOf } from "./dnaFaults.ts";
import type { DnaWishes } from "./dnaWishes.ts";
import { impossibleGc } from "./impossibleGc.ts";
import { SiteAutomaton } from "./siteAutomaton.ts";

/** DNA of a protein with its checks, or the reason that no DNA meets the constraints. */
export type BackTranslation = { dna: string; checks: DnaChecks } | { problem: string };

const RESTARTS = 3;
const ROUNDS = 120;
/** Maximum number of sites in a message. */
const MAX_LABELS = 3;

/**
 * Returns a function that writes proteins as DNA. Codons are drawn in proportion to their share in the host. Avoided sites and
 * homopolymers are excluded by dynamic programming; limits of G and C and repeats by scores that are adjusted in each round.
 * The same protein and seed give the same DNA. `kept` contains the codon that a residue must have, or null.
 */
export function backTranslator(
  wishes: DnaWishes,
): (protein: string, seed: string, kept?: readonly (string | null)[]) => BackTranslation {
  const { maxHomopolymer } = wishes;
  const runs =
    maxHomopolymer === null
      ? []
      : [..."ACGT"].map((base) => ({
          label: `a run of ${maxHomopolymer + 1} ${base}`,
          patterns: [base.repeat(maxHomopolymer + 1)],
        }));
  const automaton = new SiteAutomaton([...wishes.avoid, ...runs]);
  return (protein, seed, kept = []) => {
    const options = [...protein].map((residue, at) => codonsOf(wishes, residue, kept[at] ?? null));
    const { prefix, suffix } = wishes;
    return search(
      wishes,
      protein,
      { automaton, options, prefix, suffix },
      createRandom(`${seed}/${protein}`),
    );
  };
}

function codonsOf({ codons }: DnaWishes, residue: string, kept: string | null): readonly Codon[] {
  const all = codons.get(residue) ?? [];
  if (kept === null) return all;
  const gc = [...kept].filter((base) => base === "G" || base === "C").length;
  return [all.find(({ bases }) => bases === kept) ?? { bases: kept, share: 1, gc }];
}

function search(wishes: DnaWishes, protein: string, choice: CodonChoice, random: Random): BackTranslation {
  let problem = "";
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const scores = new CodonScores(choice.options, random.fork(restart));
    for (let round = 0; round < ROUNDS; round += 1) {
      const chosen = chooseCodons(choice, scores.of);
      if (!Array.isArray(chosen)) return { problem: blockedMessage(chosen, protein) };
      const dna = dnaOf(choice, chosen);
      const remaining = adjust(wishes, scores, dna, chosen);
      if (remaining === null) return finished(dna, protein, wishes);
      problem = remaining;
    }
    // Whether any codons meet the limits does not depend on the restart.
    const message = restart === 0 && wishes.gc && impossibleGc(choice, wishes.gc, dnaOf);
    if (message) return { problem: message };
  }
  return { problem };
}

function dnaOf({ prefix, options, suffix }: CodonChoice, chosen: readonly number[]): string {
  const coding = chosen.map((codon, at) => ((options[at] as readonly Codon[])[codon] as Codon).bases);
  return `${prefix}${coding.join("")}${suffix}`;
}

/** Adjusts the scores for the limits that DNA breaks, and returns a sentence about the first one; null if there is none. */
function adjust(
  wishes: DnaWishes,
  scores: CodonScores,
  dna: string,
  chosen: readonly number[],
): string | null {
  const { gc, maxRepeat, prefix, suffix } = wishes;
  const end = dna.length - suffix.length;
  const touches = (from: number, to: number): boolean => to > prefix.length && from < end;
  const residueAt = (base: number): number => Math.floor((base - prefix.length) / 3);
  const outside = gc ? gcFaults(dna, gc).filter(({ from, to }) => touches(from, to)) : [];
  for (const fault of outside) {
    const direction = fault.gc < (gc?.low ?? 0) ? 1 : -1;
    scores.favorGc(residueAt(fault.from), residueAt(fault.to - 1), direction / Math.sqrt(outside.length));
  }
  const repeats = maxRepeat === null ? [] : repeatsOf(dna, maxRepeat + 1);
  const again = repeats.filter(({ second, length }) => touches(second, second + length));
  for (const { first, second, length } of again) {
    scores.discourage(residueAt(second), residueAt(second + length - 1), chosen);
    scores.discourage(residueAt(first), residueAt(first + length - 1), chosen);
  }
  if (outside[0] !== undefined) {
    const { from, to, gc: share } = outside[0];
    return `No DNA was found with the requested GC content: bases ${from + 1} to ${to} have ${percent(share)}. Widen the limits or the window.`;
  }
  if (again[0] !== undefined) {
    const { first, second, length } = again[0];
    return `No DNA was found without repeats of ${length} bases: bases ${first + 1} and ${second + 1} start the same sequence, on either strand. Allow longer repeats.`;
  }
  return null;
}

function blockedMessage({ residue, labels, isCertain }: Blocked, protein: string): string {
  const names = labels.length > MAX_LABELS ? joinNames(labels, MAX_LABELS) : labels.join(" or ");
  const verb = isCertain ? "cannot" : "could not";
  return residue < protein.length
    ? `Residue ${residue + 1} (${protein[residue]}) ${verb} be written without ${names}. Remove this constraint or change the residues around it.`
    : `The DNA ${verb} be joined to the suffix without ${names}. Remove this constraint or change the suffix.`;
}

/** Checks finished DNA from its text alone. A fault here is a defect of the search. */
function finished(dna: string, protein: string, wishes: DnaWishes): BackTranslation {
  const [fault] = dnaFaults(dna, protein, wishes);
  if (fault) throw new Error(`The DNA violates ${fault.wish} at base ${fault.position}.`);
  return { dna, checks: checkDna(dna, wishes) };
}
