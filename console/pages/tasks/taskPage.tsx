import { useEffect, useState } from "preact/hooks";
import { growingWait } from "#client/growingWait.ts";
import { writtenNumbering } from "#client/referenceNumbering.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Age } from "../../parts/age.tsx";
import { TaskBadge } from "../../parts/badge.tsx";
import { confirmForOthers } from "../../parts/confirmForOthers.ts";
import { Failure } from "../../parts/failure.tsx";
import { formatDuration } from "../../parts/format.ts";
import { Loading, Page } from "../../parts/page.tsx";
import { Person } from "../../parts/person.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { RoundMover } from "../rounds/roundMover.tsx";
import { structureOf } from "../structures/readSubstitutions.ts";
import { runAgainPath } from "./earlier.ts";
import { Findings } from "./findings/findings.tsx";
import { isAnalysis, NextStep } from "./nextStep.tsx";
import { isDesign, numberingOfReport } from "./numbering.ts";
import { Report } from "./report.tsx";
import { TaskProgress } from "./taskProgress.tsx";
import { taskTitle } from "./taskTitle.ts";

/** Maximum time that the service waits, in seconds. */
const MAX_WAIT_SECONDS = 20;

/** Page of one task: its progress, problems and report. */
export function TaskPage({ params }: { params: Record<string, string> }) {
  const { task, error, setTask } = useTask(params.task ?? "");
  const isErased = task?.erased_at !== undefined;
  const hasResults = task?.state === "COMPLETED" && !isErased;
  return (
    <Page
      title={task ? taskTitle(task) : "Task"}
      primary={hasResults && <NextStep task={task} />}
      actions={task && <Actions task={task} onChange={setTask} />}
    >
      {error !== undefined && <Failure error={error} retry={false} />}
      {!task && error === undefined && <Loading />}
      {task && (
        <>
          <Facts task={task} onChange={setTask} />
          {task.description && <p>{task.description}</p>}
          <Notices task={task} />
          <TaskProgress task={task} />
        </>
      )}
      {hasResults && (
        <>
          <Findings task={task} />
          <ReportNumbering task={task} />
          <Report id={task.id} isOpenAtFirst={isAnalysis(task)} />
        </>
      )}
    </Page>
  );
}

/** Reads a task, again while it runs. */
function useTask(id: string) {
  const workspace = useWorkspace();
  const [task, setTask] = useState<Task | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    const handle = workspace.task(id);
    const abort = new AbortController();
    const show = (state: Task) => !abort.signal.aborted && setTask(state);
    handle
      .get()
      .then(async (first) => {
        show(first);
        if (isRunning(first))
          show(await handle.settled({ onProgress: show, signal: abort.signal, waitSeconds: patience() }));
      })
      .catch((reason: unknown) => !abort.signal.aborted && setError(reason));
    return () => abort.abort();
  }, [id, task?.state === "EXECUTING"]);
  return { task, error, setTask };
}

interface TaskProps {
  task: Task;
  onChange: (task: Task) => void;
}

/** State of a task, who created it and when, and links to its structure and its tables. */
function Facts({ task, onChange }: TaskProps) {
  const workspace = useWorkspace();
  const structure = structureOf(task);
  const { result } = task;
  const isKept = task.erased_at === undefined;
  return (
    <p class="row">
      <TaskBadge state={task.state} />
      <Age at={task.created_at} />
      <span>
        <Person id={task.created_by} />
      </span>
      {task.started_at && task.ended_at && (
        <span class="muted">
          took {formatDuration((Date.parse(task.ended_at) - Date.parse(task.started_at)) / 1000)}
        </span>
      )}
      {!isRunning(task) && (
        <RoundMover
          what="task"
          context={task.context}
          move={async (round) => onChange(await workspace.task(task.id).move(round))}
        />
      )}
      {structure !== null && <a href={pathIn(workspace, "structures", structure)}>The structure</a>}
      {isKept && result && "selected_assemblies" in result && (
        <a href={pathIn(workspace, "tables", result.selected_assemblies.table)}>The designs as a table</a>
      )}
      {isKept && result && "predictions" in result && (
        <a href={pathIn(workspace, "tables", result.predictions.table)}>The predictions as a table</a>
      )}
    </p>
  );
}

/** What a reader of the task must know: that it is archived, erased or outdated, and its errors. */
function Notices({ task }: { task: Task }) {
  return (
    <>
      {task.archived_at !== null && (
        <p class="notice">This task is archived and hidden from lists. Its results remain.</p>
      )}
      {task.erased_at !== undefined && (
        <p class="notice warn">
          Rows that this task read were erased, along with its results and report. To get results for the
          remaining rows, create the task again.
        </p>
      )}
      {task.semantics === "CHAINED" && (
        <p class="notice">
          When this task was created, each generator of a SEQUENTIAL combination continued from the previous
          one. A new task with the same parameters prefers earlier generators instead; use CHAINED for the
          earlier meaning.
        </p>
      )}
      {task.errors.length > 0 && (
        <section class="notice danger" role="alert">
          {task.errors.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      )}
    </>
  );
}

function isRunning({ state }: Task): boolean {
  return state === "INIT" || state === "EXECUTING";
}

/** Returns how long a response may wait for the end of a task that this page shows, in seconds: longest for a hidden page. */
function patience(): () => number {
  const whileVisible = growingWait();
  return () => (document.hidden ? MAX_WAIT_SECONDS : whileVisible());
}

/** Buttons for the actions that a task's state allows. */
function Actions({ task, onChange }: TaskProps) {
  const workspace = useWorkspace();
  const handle = workspace.task(task.id);
  const change = (work: () => Promise<Task>) => async () => {
    onChange(await work());
    readAgain();
  };
  if (isRunning(task)) return <ActionButton run={change(() => handle.cancel())}>Cancel</ActionButton>;
  const again = runAgainPath(workspace, task);
  const isArchived = task.archived_at !== null;
  const archive = async () => {
    if (await confirmForOthers(workspace, "Archive this task", task.created_by))
      await change(() => handle.archive(true))();
  };
  return (
    <>
      <ActionButton run={isArchived ? change(() => handle.archive(false)) : archive}>
        {isArchived ? "Restore" : "Archive"}
      </ActionButton>
      {again !== null && (
        <a class="button" href={again}>
          Run again with changes
        </a>
      )}
      {(task.state === "FAILED" || task.state === "CANCELLED") && (
        <ActionButton run={change(() => handle.recover())}>Start again</ActionButton>
      )}
    </>
  );
}

/** Explains how the report numbers positions if the rows use different numbers. */
function ReportNumbering({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const numbering = latestOf(useResource(`numbering ${task.id}`, () => numberingOfReport(workspace, task)));
  // A report states its residue numbers if they do not start at 1.
  if (numbering === undefined || numbering.countedFrom() === 1) return null;
  if (writtenNumbering(task).countedFrom() !== 1) return null;
  return (
    <p class="notice warn">
      Positions in this report{isDesign(task) && " and in the table of designs"} count from 1. The first
      residue is {numbering.positionAt(0)} in the numbers of the project or of the measured rows
      {numbering.countedFrom() === null && ", which have gaps"}: position 10 here is {numbering.positionAt(9)}{" "}
      there
      {isDesign(task) && ", and in the order list"}.
    </p>
  );
}
