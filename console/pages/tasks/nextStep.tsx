import { readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { latestOf, useResource } from "../../resource.ts";
import { isWithoutMeasurements } from "./isWithoutMeasurements.ts";
import { currentTable } from "./measured/currentSource.ts";

/** Link to the usual next step after a task. */
export function NextStep({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const { result } = task;
  if (result && "models" in result) {
    return (
      <a class="button primary" href={`${pathIn(workspace, "design")}?models=${task.id}`}>
        {isWithoutMeasurements(task) ? "Design the first plate" : "Design variants with these models"}
      </a>
    );
  }
  if (result && "predictions" in result) {
    return (
      <a class="button primary" href={pathIn(workspace, "predictions", task.id)}>
        See the predictions
      </a>
    );
  }
  if (result && "selected_assemblies" in result) {
    return (
      <a class="button primary" href={pathIn(workspace, "designs", task.id)}>
        Designs and order list
      </a>
    );
  }
  return isAnalysis(task) ? <TrainNext task={task} /> : null;
}

/** An analysis has no charts on its page, so its report is shown at once. */
export function isAnalysis({ type }: Task): boolean {
  return type.startsWith("analyze.data/");
}

/** Link to train on the table of an analysis; nothing without a table that can be trained on. */
function TrainNext({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const read = useResource(`analyzed by ${task.id}`, () =>
    currentTable(workspace, readTraining(task.parameters)),
  );
  const table = latestOf(read);
  if (!table) return null;
  return (
    <a class="button primary" href={`${pathIn(workspace, "train")}?${new URLSearchParams({ table })}`}>
      Train models on this table
    </a>
  );
}
