import type { Task } from "#client/taskHandle.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { formatDuration } from "../../parts/format.ts";
import { Icon } from "../../parts/icon.tsx";
import { canNotify, isAwaited, notifyAtEnd } from "./taskNotice.ts";

type Progress = NonNullable<Task["progress"]>;

const PHASES: Record<Progress["phase"], string> = {
  QUEUED: "waiting, or reading its data",
  READING: "reading its data",
  ANALYSIS: "analysing",
  SAMPLER: "learning which sequences are plausible",
  SCORER: "learning the assays, and how well they can be predicted",
  SEARCH: "searching for designs",
  PREDICTION: "predicting",
  REPORT: "writing the report",
  DONE: "done",
};

/** Progress of a task, and the time elapsed so far. */
export function TaskProgress({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const { progress, started_at, ended_at } = task;
  if (!progress || ended_at) return null;
  const { fraction, phase, step, num_steps } = progress;
  const seconds = started_at ? (Date.now() - Date.parse(started_at)) / 1000 : null;
  const percent = Math.round(fraction * 100);
  const left =
    seconds !== null && fraction > 0.1 && fraction < 1 ? (seconds / fraction) * (1 - fraction) : null;
  return (
    <section class="card" aria-label="Progress">
      <div class="body">
        <progress max={1} value={fraction} aria-label="Progress">
          {percent} %
        </progress>
        <p class="row small muted">
          <strong>{percent} %</strong>
          <span>{PHASES[phase]}</span>
          {step !== null && num_steps !== null && (
            <span>
              step {step} of {phase === "SEARCH" ? `at most ${num_steps}` : num_steps}
            </span>
          )}
          {left !== null && <span>about {formatDuration(left)} left</span>}
        </p>
        {canNotify() && (
          <div>
            {isAwaited(task) ? (
              <p class="small muted">You will get a notification when it finishes. Keep this tab open.</p>
            ) : (
              <ActionButton class="small" run={() => notifyAtEnd(workspace, task)}>
                <Icon name="bell" class="small" />
                Notify me when it finishes
              </ActionButton>
            )}
          </div>
        )}
      </div>
      {/* Screen readers announce only quarters. */}
      <p class="hidden-text" role="status">
        {PHASES[phase]}, {Math.floor(fraction * 4) * 25} %
      </p>
    </section>
  );
}
