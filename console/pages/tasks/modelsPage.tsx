import { reliabilityWords } from "#client/reliabilityWords.ts";
import { readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { TableLink } from "../../parts/tableLink.tsx";
import { useResource } from "../../resource.ts";
import { type ModelFacts, readModelFacts } from "./models.ts";
import { taskTitle } from "./taskTitle.ts";

/** Models in a workspace, latest first, with their assays and accuracy. */
export function ModelsPage() {
  const workspace = useWorkspace();
  const read = useResource(`trainings ${workspace.name}`, async () =>
    (await take(workspace.tasks({ type: "train/v2", order: "DESC" }))).filter(
      ({ state }) => state === "COMPLETED",
    ),
  );
  return (
    <Page
      title="Models"
      intro="All trained models, with the version of their data and how well they predict. Design variants with a good model."
      actions={
        <>
          <a class="button" href={pathIn(workspace, "compare")}>
            Compare models
          </a>
          <a class="button primary" href={pathIn(workspace, "train")}>
            Train models
          </a>
        </>
      }
    >
      <Reading of={read}>{(trainings) => <ModelList trainings={trainings} />}</Reading>
    </Page>
  );
}

function ModelList({ trainings }: { trainings: readonly Task[] }) {
  const workspace = useWorkspace();
  if (trainings.length === 0) {
    return (
      <div class="card empty">
        <p>No models yet. They are trained on a table of variants with at least one measured column.</p>
      </div>
    );
  }
  return (
    <>
      <p class="muted">
        The rank correlation (Spearman) is for predictions of rows that were not used in training: 1 is the
        correct order, 0 is pure chance.
      </p>
      <div class="card scroll">
        <DataTable columns={["Training", "Rows from", "Predicts", "Trained", { label: "Use", as: "hidden" }]}>
          {trainings.map((training) => (
            <ModelRow key={training.id} workspace={workspace} training={training} />
          ))}
        </DataTable>
      </div>
    </>
  );
}

interface ModelRowProps {
  workspace: ReturnType<typeof useWorkspace>;
  training: Task;
}

function ModelRow({ workspace, training }: ModelRowProps) {
  const read = useResource(`model facts ${training.id}`, () => readModelFacts(workspace, training));
  const { source } = readTraining(training.parameters);
  return (
    <tr>
      <th scope="row">
        <a href={pathIn(workspace, "tasks", training.id)}>{taskTitle(training)}</a>
      </th>
      <td>
        {source ? (
          <TableLink table={source.table} version={training.data_versions[source.table]} />
        ) : (
          "a query"
        )}
      </td>
      <td>
        {read.state === "failed" && <Failure error={read.error} retry={false} />}
        {read.state === "ready" && read.value && <Assays models={read.value} />}
        {training.erased_at !== undefined && "deleted with the erased rows that they were trained on"}
      </td>
      <td>
        <Age at={training.created_at} />
      </td>
      <td>
        {training.erased_at === undefined && (
          <span class="row">
            <a class="button" href={`${pathIn(workspace, "design")}?models=${training.id}`}>
              Design variants
            </a>
            {read.state === "ready" && read.value?.scorer && (
              <a class="button" href={`${pathIn(workspace, "predict")}?models=${training.id}`}>
                Predict
              </a>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

function Assays({ models: { reference, assays } }: { models: ModelFacts }) {
  if (assays.length === 0) {
    return <>no assay: what is plausible for a protein of {reference.length} residues</>;
  }
  return (
    <ul class="plain">
      {assays.map((assay) => (
        <li key={assay.assay_id}>
          {assay.assay_id}: {reliabilityWords(assay)}
        </li>
      ))}
    </ul>
  );
}
