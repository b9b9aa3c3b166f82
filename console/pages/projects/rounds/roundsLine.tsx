import { pathIn, useWorkspace } from "../../../lab.ts";
import { Card } from "../../../parts/card.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import { FirstPlateLink } from "./firstPlateLink.tsx";
import { measuredStep, type ShownStep } from "./measuredStep.ts";
import { nextStepWords } from "./nextStep.ts";
import { NextStepButton } from "./nextStepButton.tsx";
import type { OutsideRounds, ProjectRound, ProjectRounds } from "./readRounds.ts";

/** Rounds of a project, each with its measurements, models and designs, and the next step. */
export function RoundsLine({
  projectId,
  projectRounds,
}: {
  projectId: string;
  projectRounds: ProjectRounds;
}) {
  const step = projectRounds.next;
  return (
    <Card title="Rounds" id="rounds" actions={<NextStepButton projectId={projectId} step={step} />}>
      <p class="small muted">{nextStepWords(step)}</p>
      <FirstPlateLink projectId={projectId} projectRounds={projectRounds} />
      {projectRounds.rounds.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
        <ol class="rounds" aria-label="Rounds" tabIndex={0}>
          {projectRounds.rounds.map((round, at) => (
            <Round key={round.id} round={round} isFirst={at === 0} outside={projectRounds.outside} />
          ))}
        </ol>
      )}
    </Card>
  );
}

interface RoundProps {
  round: ProjectRound;
  isFirst: boolean;
  outside: OutsideRounds;
}

function Round({ round, isFirst, outside }: RoundProps) {
  const workspace = useWorkspace();
  const designs = round.designs && pathIn(workspace, "designs", round.designs);
  const measured = measuredStep(round.rows, isFirst, outside);
  const again =
    round.designsMeasured > 0
      ? `${formatNumber(round.designsMeasured)} of ${formatNumber(round.designCount)}`
      : null;
  const steps = [
    // The first round usually starts with measurements.
    ...(isFirst && round.designCount === 0
      ? []
      : [
          {
            label: "Designs",
            ...doneIf(round.designCount > 0, plural(round.designCount, "design")),
            href: designs,
          },
        ]),
    { label: "Measured", ...measured, href: round.table && pathIn(workspace, "tables", round.table) },
    ...(again === null ? [] : [{ label: "Designs measured", words: again, isDone: true, href: designs }]),
    {
      label: "Models",
      ...doneIf(round.trainings > 0, plural(round.trainings, "training run")),
      href: round.training && pathIn(workspace, "tasks", round.training),
    },
  ];
  return (
    <li class="round">
      <h3>{round.name}</h3>
      <ol class="plain">
        {steps.map(({ label, words, isDone, href }) => (
          <li key={label} class={isDone ? "" : "muted"}>
            <span aria-hidden="true">{isDone ? "●" : "○"}</span> {label}
            {": "}
            {words === null ? "not yet" : href ? <a href={href}>{words}</a> : words}
          </li>
        ))}
      </ol>
    </li>
  );
}

function doneIf(isDone: boolean, words: string): ShownStep {
  return { words: isDone ? words : null, isDone };
}
