import { type EarlierDesign, readDesign } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { PickOne } from "../../../parts/pickOne.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { useResource } from "../../../resource.ts";
import { useEarlierTask } from "../earlier.ts";
import { readModels } from "../models.ts";
import { taskTitle } from "../taskTitle.ts";
import { DesignForm } from "./designForm.tsx";

/** Form that designs variants with trained models. The URL names the training or the task to repeat. */
export function DesignPage() {
  const earlier = useEarlierTask();
  return <Reading of={earlier}>{(task) => <Trainings key={task?.id} task={task} />}</Reading>;
}

function Trainings({ task }: { task: Task | null }) {
  const workspace = useWorkspace();
  const before = task && readDesign(task.parameters);
  const read = useResource(`usable trainings ${workspace.name}`, async () =>
    (await take(workspace.tasks({ type: "train/v2", order: "DESC" }))).filter(
      (training) => training.state === "COMPLETED" && training.erased_at === undefined,
    ),
  );
  return (
    <Reading of={read}>
      {(trainings) => (
        <PickOne
          title="Design variants"
          intro="New variants that the models expect to be better, within the limits that you set."
          of={read}
          name="models"
          label="Models"
          optionOf={(training) => [training.id, taskTitle(training)]}
          usual={
            before
              ? (trainings.find((training) => samplerOf(training) === before.sampler)?.id ?? before.sampler)
              : undefined
          }
          unfit={() => (
            <p>
              {before
                ? "The training run with the models of the earlier task is archived. Restore it, or choose other models."
                : "This training run does not exist or has not finished. Choose other models."}
            </p>
          )}
          empty={
            <>
              <p>There are no models yet. Designs come from trained models.</p>
              <a class="button primary" href={pathIn(workspace, "train")}>
                Train models
              </a>
            </>
          }
        >
          {(training) => <WithModels key={training.id} training={training} before={before} task={task} />}
        </PickOne>
      )}
    </Reading>
  );
}

interface WithModelsProps {
  training: Task;
  before: EarlierDesign | null;
  task: Task | null;
}

function WithModels({ training, before, task }: WithModelsProps) {
  const workspace = useWorkspace();
  const read = useResource(`models ${training.id}`, () => readModels(workspace, training));
  return (
    <Reading of={read} label="Reading the models">
      {(models) => models && <DesignForm models={models} before={before} task={task} />}
    </Reading>
  );
}

function samplerOf({ result }: Task): string | undefined {
  return result && "models" in result ? result.models.sampler.artifact_id : undefined;
}
