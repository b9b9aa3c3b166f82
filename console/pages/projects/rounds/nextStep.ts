/** Contents of a round so far. */
export interface RoundState {
  id: string;
  name: string;
  /** Table that received the round's latest import; null if there is none. */
  table: string | null;
  /** Latest completed training; null if there is none. */
  training: string | null;
  /** Latest completed task that designed variants; null if there is none. */
  designs: string | null;
  /** Number of these designs that have been measured. */
  designsMeasured: number;
}

/** Next step in a project. */
export type NextStep =
  | { kind: "startRound"; name: string }
  | { kind: "import"; round: string }
  | { kind: "train"; round: string; table: string }
  | { kind: "design"; round: string; training: string }
  | { kind: "order"; round: string; designs: string }
  /** Starts the next round, which trains on the results of the previous one. */
  | { kind: "trainNext"; name: string; table: string };

/**
 * Returns the next step, given the contents of the project's rounds, oldest first. `otherTable` is the table of its latest
 * import outside rounds.
 */
export function nextStep(rounds: readonly RoundState[], otherTable: string | null): NextStep {
  const last = rounds.at(-1);
  if (!last) return { kind: "startRound", name: nameAfter(rounds) };
  const table = rounds.findLast((round) => round.table !== null)?.table ?? otherTable;
  if (last.training === null) {
    if (table === null) return { kind: "import", round: last.id };
    return { kind: "train", round: last.id, table };
  }
  if (last.designs === null) return { kind: "design", round: last.id, training: last.training };
  if (last.designsMeasured === 0 || table === null)
    return { kind: "order", round: last.id, designs: last.designs };
  return { kind: "trainNext", name: nameAfter(rounds), table };
}

/** Describes the next step to users who do not know the cycle of rounds yet. */
export function nextStepWords(step: NextStep): string {
  switch (step.kind) {
    case "startRound":
      return "Next: start a round. A round goes from measurements to models and designs, and then to new measurements, so that you see how each one improves on the last.";
    case "import":
      return "Next: import the measurements of this round.";
    case "train":
      return "Next: train models on the measurements so far.";
    case "design":
      return "Next: design variants with the models of this round.";
    case "order":
      return "Next: order the designs. Once they are measured, paste the results on the page of the order.";
    case "trainNext":
      return "Designs of this round have been measured. Next: train models on them in a new round.";
  }
}

/** Returns a name for the next round that is not in use. */
export function nameAfter(rounds: readonly Pick<RoundState, "name">[]): string {
  const taken = new Set(rounds.map(({ name }) => name.toLowerCase()));
  for (let number = rounds.length + 1; ; number += 1) {
    const name = `round ${number}`;
    if (!taken.has(name)) return name;
  }
}
