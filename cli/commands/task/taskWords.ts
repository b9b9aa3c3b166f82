import { readDesign, readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";

const COUNTS: readonly (readonly [field: string, word: string])[] = [
  ["num_candidates_unique", "candidates"],
  ["num_candidates_selected", "selected"],
];

/** Returns the name of a task, otherwise its assays or its goal and the table of its data; empty if it has neither. */
export function taskName({
  display_name: name,
  parameters,
}: Pick<Task, "display_name" | "parameters">): string {
  if (name) return name;
  const { assays, source } = readTraining(parameters);
  const goal = readDesign(parameters)?.goal;
  const measures = [...assays.map(({ column }) => column), ...(goal ? [goal.assay] : [])];
  return [measures.join(", "), source ? `in ${source.table}` : ""].filter(Boolean).join(" ");
}

/** Returns a description of a task's progress. */
export function progressWords({ type, progress, status_details: details }: Task): string {
  const words = [type.split("/")[0] ?? type];
  if (progress) {
    const { fraction, phase, step, num_steps: steps } = progress;
    words.push(phase.toLowerCase());
    if (step !== null) words.push(steps === null ? `step ${step}` : `${step}/${steps}`);
    words.push(`${Math.floor(100 * fraction)} %`);
  }
  for (const [field, word] of COUNTS) {
    const count = details?.[field];
    if (typeof count === "number" && count > 0) words.push(`${count.toLocaleString("en-US")} ${word}`);
  }
  return words.join("  ");
}

/** Reports the outcome of a task and the next step. */
export function resultWords({ id, type, result }: Task): string {
  const report = `pdp report ${id} --open`;
  if (result && "models" in result) {
    const design = result.models.scorer
      ? `engineer --models ${id} --maximize ASSAY`
      : `diversify --models ${id}`;
    return `✓ trained, task ${id}    ${report}\n  next: pdp ${design} -n 96`;
  }
  if (result && "selected_assemblies" in result) {
    return `✓ designed, task ${id}    pdp designs ${id}    ${report}`;
  }
  if (result && "predictions" in result) {
    return `✓ predicted, task ${id}    pdp export ${result.predictions.table}    ${report}`;
  }
  return `✓ ${type.split("/")[0]}, task ${id}    ${report}`;
}
