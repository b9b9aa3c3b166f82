import { chooseRound } from "#client/rounds/chooseRound.ts";

/** Contents of a round so far. */
export interface RoundState {
  id: string;
  name: string;
  /** Rows from its imports. */
  rows: number;
  /** Latest completed task that designed variants; null if there is none. */
  designs: string | null;
  /** Number of its designs that have been measured, in any round. */
  designsMeasured: number;
}

/** Latest import and latest training run of a project, in its rounds or not in a round. */
export interface LatestWork {
  /** Table that received the latest import, and the import; null if there is none. */
  measured: { table: string; load: string } | null;
  /** Latest completed training; null if there is none. */
  training: string | null;
}

/** Next step in a project. */
export type NextStep =
  | { kind: "import" }
  | { kind: "train"; table: string; isAgain: boolean }
  /** Designs for a round; `round` is its name. */
  | { kind: "design"; training: string; round: string }
  | { kind: "order"; designs: string };

/**
 * Returns the next step: measure, train on everything measured so far, design the next round, order it and import its results. `rounds`
 * are those that are not archived, oldest first. IDs grow with time.
 */
export function nextStep(rounds: readonly RoundState[], { measured, training }: LatestWork): NextStep {
  const last = rounds.at(-1);
  if (measured !== null && (training === null || BigInt(measured.load) > BigInt(training)))
    return { kind: "train", table: measured.table, isAgain: training !== null };
  const designs = last?.designsMeasured === 0 ? last.designs : null;
  if (designs !== null && (training === null || last?.rows === 0 || BigInt(designs) > BigInt(training)))
    return { kind: "order", designs };
  if (training === null) return { kind: "import" };
  const known = rounds.map(({ id, name, rows }) => ({ id, name, isMeasured: rows > 0, isArchived: false }));
  return { kind: "design", training, round: chooseRound(known, "DESIGN")?.name ?? "" };
}

/** Describes the next step to users who do not know the cycle of rounds yet. */
export function nextStepWords(step: NextStep): string {
  switch (step.kind) {
    case "import":
      return "Next: import measurements. They become round 1; each later round is a set of designs with its measurements, so that you see how it improves on the last.";
    case "train":
      return step.isAgain
        ? "New measurements have been imported. Next: train models on everything measured so far."
        : "Next: train models on the measurements so far.";
    case "design":
      return `Next: design the variants of ${step.round} with the latest models.`;
    case "order":
      return "Next: order the designs. Once they are measured, import the results on the page of the order.";
  }
}
