import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { TaskBadge } from "../../parts/badge.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Page } from "../../parts/page.tsx";
import { Person } from "../../parts/person.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { taskTitle } from "./taskTitle.ts";

/** All tasks of a workspace, the latest first. */
export function TasksPage() {
  const workspace = useWorkspace();
  const read = useResource(`tasks ${workspace.name}`, () => take(workspace.tasks({ order: "DESC" })));
  return (
    <Page title="Tasks">
      <Reading of={read}>{(tasks) => <TaskList tasks={tasks} />}</Reading>
    </Page>
  );
}

/** Tasks with their states. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const workspace = useWorkspace();
  if (tasks.length === 0) {
    return (
      <div class="card empty">
        <p>No tasks yet. Tasks analyse data, train models and design variants.</p>
      </div>
    );
  }
  return (
    <div class="card scroll">
      <DataTable columns={["Task", "State", "Started", "Who"]}>
        {tasks.map((task) => (
          <tr key={task.id}>
            <th scope="row">
              <a href={pathIn(workspace, "tasks", task.id)}>{taskTitle(task)}</a>
              {task.errors[0] && <div class="small danger-text">{task.errors[0]}</div>}
            </th>
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
