import { cutText } from "@pdp/basics/wording";
import { assayName } from "@pdp/science/analysis";
import { useOf } from "@pdp/science/models";
import { endOf } from "#shared/reports/learnabilitySections.ts";
import type { ReportSection } from "#shared/reports/report.ts";
import type { Trained } from "./topSection.ts";

/** Minimum rank correlation at unseen positions; below it, predictions at those positions are close to chance. */
const MIN_AT_NEW_POSITIONS = 0.3;

/** The next steps without measurements. */
export const DIVERSIFY_NEXT: ReportSection = {
  title: "What to do next",
  text: "Request plausible, diverse designs and measure them. Then train again with the measured values.",
};

/** Describes the next steps to take with the models. */
export function nextSection(trained: readonly Trained[]): ReportSection {
  const usable = trained.filter((assay) => assay.usable);
  const omitted = trained.filter(({ learnability }) => learnability === null);
  const others = trained.filter((assay) => !assay.usable && assay.learnability !== null);
  const steps: string[] = [];
  if (usable.length > 0) {
    steps.push(
      `Design improved variants with these models, using ${namesOf(usable, "or")} as the objective.`,
    );
  }
  const topOnly = usable.filter(({ learnability }) => learnability && useOf(learnability) === "TOP");
  if (topOnly.length > 0) {
    steps.push(
      `Select the variants with ${endsOf(topOnly)} and do not rely on other differences: below them, the predictions order variants barely better than chance. Also measure diverse designs without an objective (diversify), because the rank correlation is below 0.3 or not significant.`,
    );
  }
  if (others.length > 0) {
    const without = `Do not design for ${namesOf(others, "or")}, either as an objective or as a limit: the predictions order variants by ${others.length === 1 ? "it" : "them"} little or no better than chance, or this is not known yet.`;
    steps.push(
      usable.length > 0
        ? `${without} Measure designs without an objective (diversify) to learn more about ${others.length === 1 ? "it" : "them"}.`
        : `Request plausible, diverse designs without an objective (diversify), measure them, and train again with all values. ${without}`,
    );
  }
  if (omitted.length > 0) {
    steps.push(
      `${namesOf(omitted, "and")}: measure more variants before you design for ${omitted.length === 1 ? "it" : "them"}, because there is no model.`,
    );
  }
  const unsure = usable.filter(
    ({ position_spearman }) => !(Number(position_spearman) >= MIN_AT_NEW_POSITIONS),
  );
  if (unsure.length > 0) {
    steps.push(
      `At positions that no measured variant has changed, predictions of ${namesOf(unsure, "and")} are close to chance or could not be checked. Keep these positions unchanged, or treat mutations there as speculative.`,
    );
  }
  return { title: "What to do next", text: steps.join("\n\n") };
}

/** Describes which extremes the objective asks for: "the highest predictions of A or the lowest of B". */
function endsOf(trained: readonly Trained[]): string {
  const parts = (["highest", "lowest"] as const).flatMap((end) => {
    const withEnd = trained.filter(({ learnability }) => learnability && endOf(learnability) === end);
    return withEnd.length === 0 ? [] : [`the ${end} predictions of ${namesOf(withEnd, "or")}`];
  });
  return parts.join(", or ");
}

const MAX_NAMED = 6;

function namesOf(trained: readonly Trained[], word: "and" | "or"): string {
  const names = trained.slice(0, MAX_NAMED).map(({ assay }) => cutText(assayName(assay), 60));
  const more = trained.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} ${word} ${all.at(-1)}`;
}
