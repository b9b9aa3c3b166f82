import type { Change, Site, Truncation } from "./change.ts";
import type { Numbering } from "./numbering.ts";

/** Protein that mutations refer to. */
export interface MutatedReference {
  /** Its residues, one letter each. */
  sequence: string;
  numbering: Numbering;
}

/** Sequence of a variant, or the reason why there is none. `site` is the wild-type letter that contradicts the reference. */
export type Mutated =
  | { sequence: string }
  | { truncation: Truncation; code: string }
  | { reason: string; site?: Site };

interface Edit {
  start: number;
  /** Index after the last replaced residue (exclusive); `start` for an insertion. */
  end: number;
  residues: string;
  code: string;
}

/**
 * Applies changes to a reference. Every wild-type letter is compared with the reference first, so that wrong letters are also
 * detected for stops and frameshifts. Runs in time linear in the reference and the changes.
 */
export function applyMutations(changes: readonly Change[], reference: MutatedReference): Mutated {
  const edits: Edit[] = [];
  for (const change of changes) {
    for (const site of sitesOf(change)) {
      if (change.kind === "INSERTION" && isBesideEnd(site, reference)) continue;
      const reason = siteProblem(site, reference);
      if (reason !== undefined) return { reason, site };
    }
    const edit = editOf(change, reference);
    if (typeof edit === "string") return { reason: edit };
    if (edit !== undefined) edits.push(edit);
  }
  const ended = changes.find(isTruncation);
  if (ended) return { truncation: ended.kind, code: ended.code };
  return applyEdits(edits, reference.sequence);
}

type TruncatingChange = Extract<Change, { kind: "STOP" | "FRAMESHIFT" | "EXTENSION" }>;

function isTruncation(change: Change): change is TruncatingChange {
  return change.kind === "STOP" || change.kind === "FRAMESHIFT" || change.kind === "EXTENSION";
}

function sitesOf(change: Change): readonly Site[] {
  if (change.kind === "SUBSTITUTION") return [change.site];
  return change.start === change.end ? [change.start] : [change.start, change.end];
}

/**
 * Returns whether a site without a letter has the number just before the first residue or just after the last one, which an
 * insertion may name.
 */
function isBesideEnd({ residue, position }: Site, { sequence, numbering }: MutatedReference): boolean {
  const ends = [-1, sequence.length].map((index) => numbering.positionAt(index));
  return residue === null && ends.includes(position);
}

/** Returns why a site is not in the reference; undefined if it is. The stop after the last residue counts as a site. */
function siteProblem(
  { residue, position }: Site,
  { sequence, numbering }: MutatedReference,
): string | undefined {
  const index = numbering.indexOf(position);
  const present = index < 0 ? undefined : sequence[index];
  if (residue === "*" && index === sequence.length) return undefined;
  if (present === undefined)
    return `has position ${position}, which is outside the reference (${numbering.describe(sequence.length)})`;
  if (residue === null || residue === present) return undefined;
  return `expects "${residue}" at position ${position}, but the reference has "${present}"`;
}

function editOf(change: Change, { sequence, numbering }: MutatedReference): Edit | string | undefined {
  if (isTruncation(change)) return undefined;
  const { code } = change;
  if (change.kind === "SUBSTITUTION") {
    const start = numbering.indexOf(change.site.position);
    return { start, end: start + 1, residues: change.to, code };
  }
  const [start, end] = [numbering.indexOf(change.start.position), numbering.indexOf(change.end.position)];
  if (end < start) return `has "${code}", which ends before it starts`;
  switch (change.kind) {
    case "DELETION":
      return { start, end: end + 1, residues: "", code };
    case "REPLACEMENT":
      return { start, end: end + 1, residues: change.residues, code };
    case "DUPLICATION":
      return { start: end + 1, end: end + 1, residues: sequence.slice(start, end + 1), code };
    case "INSERTION":
      if (end !== start + 1) return `has "${code}" with two positions that are not adjacent`;
      return { start: end, end, residues: change.residues, code };
  }
}

function applyEdits(edits: readonly Edit[], sequence: string): Mutated {
  const parts: string[] = [];
  let done = 0;
  let last: Edit | undefined;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const isSamePlace = last !== undefined && edit.start === last.start && edit.end === last.end;
    if (edit.start < done || isSamePlace)
      return { reason: `has both "${last?.code ?? ""}" and "${edit.code}", which change the same position` };
    parts.push(sequence.slice(done, edit.start), edit.residues);
    done = edit.end;
    last = edit;
  }
  const mutated = parts.join("") + sequence.slice(done);
  return mutated === "" ? { reason: "deletes all residues of the reference" } : { sequence: mutated };
}

/**
 * Returns the sequence with a combination of residues at the given positions, such as `FRMNY` at 39, 40, 41, 54 and 97.
 */
export function applyResidues(
  residues: string,
  positions: readonly number[],
  reference: MutatedReference,
): Mutated {
  if (residues.length !== positions.length)
    return { reason: `has ${residues.length} residues for ${positions.length} positions` };
  const changes = positions.map((position, index): Change => {
    const to = residues[index] as string;
    const site = { residue: null, position };
    return to === "*" || to === "X"
      ? { kind: "STOP", code: `${position}*`, start: site, end: site }
      : { kind: "SUBSTITUTION", code: `${position}${to}`, site, to };
  });
  return applyMutations(changes, reference);
}
