import { useEffect, useState } from "preact/hooks";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { TaskBadge } from "../../parts/badge.tsx";
import { Failure } from "../../parts/failure.tsx";
import { formatNumber } from "../../parts/format.ts";
import { Loading, Page } from "../../parts/page.tsx";
import { sayError } from "../../parts/toast.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { taskTitle } from "./taskTitle.ts";

/** One task: how far it is, what went wrong, and its report. */
export function TaskPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const handle = workspace.task(params.task ?? "");
  const [task, setTask] = useState<Task | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    const show = (state: Task) => !abort.signal.aborted && setTask(state);
    handle
      .get()
      .then(async (first) => {
        show(first);
        if (isRunning(first)) show(await handle.settled({ onProgress: show, signal: abort.signal }));
      })
      .catch((reason: unknown) => !abort.signal.aborted && setError(reason));
    return () => abort.abort();
  }, [handle.id]);
  return (
    <Page
      title={task ? taskTitle(task) : "Task"}
      actions={task && isRunning(task) && <CancelButton cancel={() => handle.cancel()} onDone={setTask} />}
    >
      {error !== undefined && <Failure error={error} retry={false} />}
      {!task && error === undefined && <Loading />}
      {task && (
        <>
          <p class="row">
            <TaskBadge state={task.state} />
            <Age at={task.created_at} />
            {task.result && "selected_assemblies" in task.result && (
              <a href={pathIn(workspace, "tables", task.result.selected_assemblies.table)}>
                The designs as a table
              </a>
            )}
          </p>
          {task.description && <p>{task.description}</p>}
          {task.errors.length > 0 && (
            <section class="notice danger" role="alert">
              {task.errors.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </section>
          )}
          <Progress task={task} />
          {task.state === "COMPLETED" && <Report id={task.id} />}
        </>
      )}
    </Page>
  );
}

function isRunning({ state }: Task): boolean {
  return state === "INIT" || state === "EXECUTING";
}

interface CancelButtonProps {
  cancel: () => Promise<Task>;
  onDone: (task: Task) => void;
}

function CancelButton({ cancel, onDone }: CancelButtonProps) {
  const run = async () => {
    try {
      onDone(await cancel());
      readAgain();
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <button type="button" onClick={() => void run()}>
      Cancel
    </button>
  );
}

/** How far a task has come, as it says itself. */
function Progress({ task }: { task: Task }) {
  const details = Object.entries(task.status_details ?? {}).filter(([, value]) => typeof value === "number");
  if (details.length === 0) return null;
  return (
    <dl class="card body facts" aria-live="polite">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt class="small muted">{name.replaceAll("_", " ")}</dt>
          <dd>{formatNumber(Number(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The report is a page of its own without any permission: it cannot run scripts or reach the console. */
function Report({ id }: { id: string }) {
  const workspace = useWorkspace();
  const read = useResource(`report ${id}`, () => workspace.task(id).report());
  const html = latestOf(read);
  if (read.state === "failed") return <Failure error={read.error} />;
  if (html === undefined) return <Loading label="Reading the report" />;
  return <iframe class="report" title="Report" sandbox="" srcdoc={html} />;
}
