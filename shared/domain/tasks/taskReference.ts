/** Returns the name by which SQL reads an input or a result table of a task. */
export function taskReference(taskId: string, name: string): string {
  return `tasks.task_${taskId}.${name}`;
}
