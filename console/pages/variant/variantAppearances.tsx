import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatWithDeviation } from "../../parts/format.ts";
import { PredictionWarning } from "../../parts/predictionWarning.tsx";
import { taskTitle } from "../tasks/taskTitle.ts";
import type { Appearances } from "./readAppearances.ts";

/** Predictions of a variant by task. */
export function Predictions({ of, sequence }: { of: Appearances; sequence: string }) {
  const workspace = useWorkspace();
  const lines = of.appearances.flatMap(({ predictions, ...appearance }) =>
    predictions.map((prediction) => ({ ...appearance, ...prediction })),
  );
  return (
    <Card title="Predictions" id="predictions" scroll>
      <PredictionWarning of={of.appearances} />
      {lines.length === 0 ? (
        <div class="body">
          <p>
            {of.searched < of.tasks
              ? `None of the latest ${of.searched} tasks has predicted this variant.`
              : "No task has predicted this variant."}
          </p>
          <p>
            <a href={`${pathIn(workspace, "predict")}?${new URLSearchParams({ sequence })}`}>Predict it</a>
          </p>
        </div>
      ) : (
        <DataTable columns={["Predicted", { label: "Mean ± sd", as: "number" }, "Model", "Task"]}>
          {lines.map(({ assay, mean, sd, training, task }) => (
            <tr key={`${task.id} ${assay}`}>
              <th scope="row">{assay}</th>
              <td class="number whole">{formatWithDeviation(mean, sd)}</td>
              <td>
                {training ? <a href={pathIn(workspace, "tasks", training.id)}>{taskTitle(training)}</a> : "–"}
              </td>
              <td>
                <a href={pathIn(workspace, "tasks", task.id)}>{taskTitle(task)}</a>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  );
}

/** Tasks that designed a variant, or started from it. */
export function Designs({ of, descendants }: { of: Appearances; descendants: readonly Task[] }) {
  const workspace = useWorkspace();
  const designs = of.appearances.filter(({ rank }) => rank !== null);
  if (designs.length === 0 && descendants.length === 0) return null;
  return (
    <section class="card" aria-labelledby="designs">
      <header>
        <h2 id="designs">Designs</h2>
      </header>
      <ul class="body plain">
        {designs.map(({ task, rank, reason }) => (
          <li key={task.id}>
            Rank {rank} in <a href={pathIn(workspace, "designs", task.id)}>{taskTitle(task)}</a>
            {reason && `: ${reason}`}
          </li>
        ))}
        {descendants.map((task) => (
          <li key={`from ${task.id}`}>
            Template of <a href={pathIn(workspace, "designs", task.id)}>{taskTitle(task)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Offers to make the predictions that are missing from a page: those for each single mutation. */
export function PredictAlone({
  of: { appearances, tasks, searched },
  assay,
}: {
  of: Appearances;
  assay: string;
}) {
  const workspace = useWorkspace();
  const training = appearances[0]?.training ?? null;
  const query = training === null ? "" : `?${new URLSearchParams({ models: training.id })}`;
  return (
    <p>
      {searched < tasks ? `None of the latest ${searched} tasks` : "No task"} has predicted {assay} for each
      mutation alone. <a href={`${pathIn(workspace, "predict")}${query}`}>Predict all single substitutions</a>{" "}
      to see what each one is expected to change.
    </p>
  );
}
