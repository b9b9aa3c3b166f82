import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { TaskBadge } from "../../parts/badge.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Checkbox, Select } from "../../parts/form.tsx";
import { plural } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { Person } from "../../parts/person.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { taskKind, taskTitle } from "./taskTitle.ts";

const KINDS: Record<string, { label: string; types: readonly Task["type"][] }> = {
  analyses: { label: "analyses", types: ["analyze.data/v1", "analyze.data/v2"] },
  trainings: { label: "training runs", types: ["train/v2", "train/v1"] },
  predictions: { label: "predictions", types: ["predict/v1"] },
  designs: {
    label: "designs",
    types: ["engineer/v2", "diversify/v2", "select/v2", "engineer/v1", "diversify/v1", "select/v1"],
  },
};
const STATES: Record<string, { label: string; states: readonly Task["state"][] }> = {
  running: { label: "running or queued", states: ["INIT", "EXECUTING"] },
  done: { label: "done", states: ["COMPLETED"] },
  failed: { label: "failed or cancelled", states: ["FAILED", "CANCELLED"] },
};
const ALL = { "": "all" };

/** All tasks in a workspace, latest first, or those of a type or in a state selected in the URL. */
export function TasksPage() {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const [kind, state] = [searchParams.get("kind") ?? "", searchParams.get("state") ?? ""];
  const withArchived = searchParams.get("archived") === "1";
  const read = useResource(`tasks ${workspace.name} ${withArchived}`, () =>
    take(workspace.tasks({ order: "DESC", include_archived: withArchived })),
  );
  const choose = (name: string, value: string) => setQuery({ [name]: value || null }, { replace: true });
  const isShown = (task: Task) =>
    (KINDS[kind]?.types.includes(task.type) ?? true) && (STATES[state]?.states.includes(task.state) ?? true);
  return (
    <Page
      title="Tasks"
      intro="Analyses, training runs, designs and predictions, with their state and results. Open one to see its report."
    >
      <div class="row">
        <label for="kind">Show</label>
        <Select
          id="kind"
          value={kind}
          options={{ ...ALL, ...labelsOf(KINDS) }}
          onChange={(next) => choose("kind", next)}
        />
        <label for="state">that are</label>
        <Select
          id="state"
          value={state}
          options={{ ...ALL, ...labelsOf(STATES) }}
          onChange={(next) => choose("state", next)}
        />
        <Checkbox checked={withArchived} onChange={(isChecked) => choose("archived", isChecked ? "1" : "")}>
          Show archived tasks
        </Checkbox>
      </div>
      <Reading of={read}>
        {(tasks) =>
          tasks.length > 0 && !tasks.some(isShown) ? (
            <p>No task matches these filters ({plural(tasks.length, "task")} in total).</p>
          ) : (
            <TaskList tasks={tasks.filter(isShown)} />
          )
        }
      </Reading>
    </Page>
  );
}

function labelsOf(choices: Record<string, { label: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([name, { label }]) => [name, label]));
}

/** Tasks with their states. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const workspace = useWorkspace();
  if (tasks.length === 0) {
    return (
      <div class="card empty">
        <p>No tasks yet. Tasks analyze data, train models and design variants.</p>
      </div>
    );
  }
  return (
    <div class="card scroll">
      <DataTable columns={["Task", "Kind", "State", "Started", "Who"]}>
        {tasks.map((task) => (
          <tr key={task.id}>
            <th scope="row">
              <a href={pathIn(workspace, "tasks", task.id)}>{taskTitle(task)}</a>
              {task.archived_at !== null && " (archived)"}
              {task.errors[0] && <div class="small danger-text">{task.errors[0]}</div>}
            </th>
            <td>{taskKind(task)}</td>
            <td>
              <TaskBadge state={task.state} />
            </td>
            <td>
              <Age at={task.created_at} />
            </td>
            <td>
              <Person id={task.created_by} />
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
