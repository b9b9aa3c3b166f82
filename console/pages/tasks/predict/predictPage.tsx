import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { PickOne } from "../../../parts/pickOne.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { useResource } from "../../../resource.ts";
import { readModelFacts } from "../models.ts";
import { taskTitle } from "../taskTitle.ts";
import { PredictForm } from "./predictForm.tsx";

/** Form that predicts assays for sequences with a trained model. The training is in the URL. */
export function PredictPage() {
  const workspace = useWorkspace();
  const read = useResource(`predicting trainings ${workspace.name}`, async () =>
    (await take(workspace.tasks({ type: "train/v2", order: "DESC" }))).filter(
      ({ state, erased_at, result }) =>
        state === "COMPLETED" &&
        erased_at === undefined &&
        result &&
        "models" in result &&
        result.models.scorer !== null,
    ),
  );
  return (
    <PickOne
      title="Predict variants"
      intro={<p>Models predict the assays that they were trained on, for any variants of their protein.</p>}
      of={read}
      name="models"
      label="Models"
      optionOf={(training) => [training.id, taskTitle(training)]}
      unfit={() => (
        <p>
          This training run does not exist, has not finished, or has no assay model. Choose a different one.
        </p>
      )}
      empty={
        <>
          <p>Predictions require models of measured assays, and there are none yet.</p>
          <a class="button primary" href={pathIn(workspace, "train")}>
            Train models
          </a>
        </>
      }
    >
      {(training) => <WithModel key={training.id} training={training} />}
    </PickOne>
  );
}

function WithModel({ training }: { training: Task }) {
  const workspace = useWorkspace();
  const read = useResource(`model to predict with ${training.id}`, () => readModelFacts(workspace, training));
  return (
    <Reading of={read} label="Reading the models">
      {(model) => model?.scorer && <PredictForm training={training} model={model} scorer={model.scorer} />}
    </Reading>
  );
}
