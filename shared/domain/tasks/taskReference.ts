/** Returns the SQL name of a task's input or result table. */
export function taskReference(taskId: string, name: string): string {
  return `tasks.task_${taskId}.${name}`;
}
