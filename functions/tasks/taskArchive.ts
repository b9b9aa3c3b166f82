import { TaskId } from "#shared/domain/id.ts";
import { shownTask, Task } from "#shared/domain/tasks/task.ts";
import { archiveOperations } from "#shared/http/operations/archiveOperations.ts";
import { changeTask } from "#shared/store/tasks.ts";

export const { archive: archiveTask, unarchive: unarchiveTask } = archiveOperations({
  name: "task",
  tag: "Tasks",
  id: TaskId,
  response: Task,
  description: "Hides the task from regular lists. Its results remain available.",
  unarchiveErrors: [404, 409],
  change: changeTask,
  show: shownTask,
});
