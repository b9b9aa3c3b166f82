import { formatCount, formatNumber } from "@pdp/basics/wording";
import type { AssayEvaluation, PriorPart, ScoreTable } from "@pdp/science/models";

type Evaluation = Pick<AssayEvaluation, "without"> & { title: string };

/** States which scores and vectors were used, and what they and the homologs contributed to the predictions. */
export function priorSentences(scores: readonly ScoreTable[], evaluations: readonly Evaluation[]): string[] {
  const used = scores.map(
    ({ name, sequences, mutations }) =>
      `${name} (of ${formatCount(sequences, "sequence")} with ${formatCount(mutations, "mutation")})`,
  );
  const contributions = evaluations.flatMap(({ title, without }) => {
    const known = without.filter(({ spearman, all }) => Number.isFinite(spearman) && Number.isFinite(all));
    const figures = known.map(
      ({ part, spearman, all }) =>
        `${formatNumber(all, 2)} with ${partName(part, scores)} and ${formatNumber(spearman, 2)} without`,
    );
    return figures.length === 0
      ? []
      : [`${title}: the rank correlation for sequences not used in training is ${figures.join(", ")}.`];
  });
  return [
    ...(used.length === 0
      ? []
      : [
          `Scores and vectors that you provided are used as sums over mutations, as far as the assays depend on them: ${used.join(", ")}. A mutation without them gets the mean of those at its position.`,
        ]),
    ...contributions,
  ];
}

function partName(part: PriorPart["part"], scores: readonly ScoreTable[]): string {
  if (part === "HOMOLOGS") return "homologs";
  if (part === "STRUCTURE") return "the structure";
  if (part === "ALL_SCORES") return "all scores";
  return scores[part]?.name ?? "the score";
}

/** Returns the rank correlation without all user-supplied scores; undefined if there are none. */
export function spearmanWithoutScores({ without }: Pick<AssayEvaluation, "without">): number | undefined {
  const entry = without.find(({ part }) => part === "ALL_SCORES") ?? without.find(({ part }) => part === 0);
  return entry?.spearman;
}
