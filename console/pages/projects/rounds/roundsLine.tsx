import { pathIn, useWorkspace } from "../../../lab.ts";
import { formatNumber, plural } from "../../../parts/format.ts";
import type { NextStep } from "./nextStep.ts";
import { NextStepButton } from "./nextStepButton.tsx";
import type { ProjectRound, ProjectRounds } from "./readRounds.ts";

/**
 * Returns the best value so far and the hit rate for each step that has measurements. The best value is the mean of all rows
 * of a sequence up to that step.
 */
export function RoundsLine({ projectId, found }: { projectId: string; found: ProjectRounds }) {
  const step = found.next;
  return (
    <section class="card" aria-labelledby="rounds">
      <header>
        <h2 id="rounds">Rounds</h2>
        <NextStepButton projectId={projectId} step={step} />
      </header>
      <div class="body">
        <p class="small muted">{wordsOf(step)}</p>
        {found.rounds.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
          <ol class="rounds" aria-label="Rounds" tabIndex={0}>
            {found.rounds.map((round) => (
              <Round key={round.id} round={round} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function wordsOf(step: NextStep): string {
  switch (step.kind) {
    case "startRound":
      return "A round goes from measurements to models and designs, and then to new measurements. Start a round to see how each one improves on the last.";
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

function Round({ round }: { round: ProjectRound }) {
  const workspace = useWorkspace();
  const steps = [
    {
      label: "Measured",
      words: round.rows > 0 ? plural(round.rows, "row") : null,
      href: round.table && pathIn(workspace, "tables", round.table),
    },
    {
      label: "Models",
      words: round.trainings > 0 ? plural(round.trainings, "training run") : null,
      href: round.training && pathIn(workspace, "tasks", round.training),
    },
    {
      label: "Designs",
      words: round.designCount > 0 ? plural(round.designCount, "design") : null,
      href: round.designs && pathIn(workspace, "designs", round.designs),
    },
    {
      label: "Measured again",
      words:
        round.designsMeasured > 0
          ? `${formatNumber(round.designsMeasured)} of ${formatNumber(round.designCount)}`
          : null,
      href: round.designs && pathIn(workspace, "designs", round.designs),
    },
  ];
  return (
    <li class="round">
      <h3>{round.name}</h3>
      <ol class="plain">
        {steps.map(({ label, words, href }) => (
          <li key={label} class={words === null ? "muted" : ""}>
            <span aria-hidden="true">{words === null ? "○" : "●"}</span> {label}
            {": "}
            {words === null ? "not yet" : href ? <a href={href}>{words}</a> : words}
          </li>
        ))}
      </ol>
    </li>
  );
}
