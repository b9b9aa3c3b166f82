import { pathIn, useWorkspace } from "../../../lab.ts";
import { formatNumber, plural } from "../../../parts/format.ts";
import { nextStepWords } from "./nextStep.ts";
import { NextStepButton } from "./nextStepButton.tsx";
import type { ProjectRound, ProjectRounds } from "./readRounds.ts";

/** Rounds of a project, each with its measurements, models and designs, and the next step. */
export function RoundsLine({ projectId, found }: { projectId: string; found: ProjectRounds }) {
  const step = found.next;
  return (
    <section class="card" aria-labelledby="rounds">
      <header>
        <h2 id="rounds">Rounds</h2>
        <NextStepButton projectId={projectId} step={step} />
      </header>
      <div class="body">
        <p class="small muted">{nextStepWords(step)}</p>
        {found.rounds.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
          <ol class="rounds" aria-label="Rounds" tabIndex={0}>
            {found.rounds.map((round, at) => (
              <Round
                key={round.id}
                round={round}
                before={at === 0 && round.rows === 0 ? found.summary.outside_rounds.rows : 0}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

interface RoundProps {
  round: ProjectRound;
  /** Number of rows measured before the round, if it starts from them; 0 otherwise. */
  before: number;
}

function Round({ round, before }: RoundProps) {
  const workspace = useWorkspace();
  const steps = [
    {
      label: "Measured",
      words:
        round.rows > 0
          ? plural(round.rows, "row")
          : before > 0
            ? `${plural(before, "row")} before this round`
            : null,
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
