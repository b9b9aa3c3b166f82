/** What something new in a project does: adds measurements, learns from them, or designs variants. */
export type RoundPurpose = "MEASURE" | "LEARN" | "DESIGN";

/** Round of a project. */
export interface KnownRound {
  id: string;
  name: string;
  /** True if it has rows of imported files. */
  isMeasured: boolean;
  isArchived: boolean;
}

/** Round that something new belongs to: an existing one, or one to create under a name. */
export type RoundChoice = { id: string; name: string } | { id: null; name: string };

/**
 * Returns the round that something new belongs to unless a person chooses otherwise; null if it is not in a round. A round is a
 * set of variants with their measurements, so the designs of the next round open it: measurements join the latest round, designs
 * open a new round once the latest one is measured, and models and analyses belong to the latest round that is measured. `rounds`
 * are all rounds of the project, oldest first.
 */
export function chooseRound(rounds: readonly KnownRound[], purpose: RoundPurpose): RoundChoice | null {
  const open = rounds.filter(({ isArchived }) => !isArchived);
  const latest = open.at(-1);
  const created = { id: null, name: nextRoundName(rounds) };
  switch (purpose) {
    case "MEASURE":
      return latest ?? created;
    case "DESIGN":
      return latest === undefined || latest.isMeasured ? created : latest;
    case "LEARN":
      return open.findLast(({ isMeasured }) => isMeasured) ?? latest ?? null;
  }
}

/** Returns a name for the next round that no round of the project has, archived ones included. */
export function nextRoundName(rounds: readonly Pick<KnownRound, "name">[]): string {
  const used = new Set(rounds.map(({ name }) => name.trim().toLowerCase()));
  for (let number = rounds.length + 1; ; number += 1) {
    const name = `round ${number}`;
    if (!used.has(name)) return name;
  }
}
