import { useState } from "preact/hooks";
import { diversifyRequest, engineerRequest } from "#client/requests/designRequest.ts";
import { readPositions } from "#client/requests/positions.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Field, Select } from "../../../parts/form.tsx";
import { Loading, Page } from "../../../parts/page.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { address, navigate, setQuery } from "../../../router.ts";
import { type Models, readModels } from "../models.ts";
import { taskTitle } from "../taskTitle.ts";
import { type GoalChoice, GoalFields, goalsOf, proposedGoals } from "./goals.tsx";

/** Form that designs variants with trained models. The training is in the address. */
export function DesignPage() {
  const workspace = useWorkspace();
  const read = useResource(`trainings ${workspace.name}`, async () =>
    (await take(workspace.tasks({ type: "train/v2", order: "DESC" }))).filter(
      ({ state }) => state === "COMPLETED",
    ),
  );
  const trainings = latestOf(read);
  const asked = address.value.searchParams.get("models");
  const training = trainings?.find(({ id }) => id === asked) ?? trainings?.[0];
  return (
    <Page title="Design variants">
      {read.state === "failed" && <Failure error={read.error} />}
      {read.state === "loading" && !trainings && <Loading />}
      {trainings?.length === 0 && (
        <div class="card empty">
          <p>Designs come from models, and there are none yet.</p>
          <a class="button primary" href={pathIn(workspace, "train")}>
            Train models
          </a>
        </div>
      )}
      {trainings && training && (
        <>
          <Field id="models" label="Models">
            <Select
              id="models"
              value={training.id}
              options={Object.fromEntries(trainings.map((task) => [task.id, taskTitle(task)]))}
              onChange={(id) => setQuery({ models: id }, { replace: true })}
            />
          </Field>
          <DesignForm key={training.id} training={training} />
        </>
      )}
    </Page>
  );
}

function DesignForm({ training }: { training: Task }) {
  const workspace = useWorkspace();
  const read = useResource(`models ${training.id}`, () => readModels(workspace, training));
  const models = latestOf(read);
  if (read.state === "failed") return <Failure error={read.error} />;
  if (!models) return <Loading label="Looking at the models" />;
  return <Choices models={models} />;
}

const MAX_DESIGNS = 10_000;

function Choices({ models }: { models: Models }) {
  const workspace = useWorkspace();
  const { reference, sampler, scorer } = models;
  const [count, setCount] = useState(48);
  const [maxMutations, setMaxMutations] = useState(4);
  const [exploration, setExploration] = useState(25);
  const [kept, setKept] = useState("1");
  const [goals, setGoals] = useState<readonly GoalChoice[]>(proposedGoals(models.assays));
  const [name, setName] = useState(`Designs from ${taskTitle(models.task)}`);
  const keptProblem = problemOf(() => readPositions(kept, reference));
  const design = async () => {
    const options = {
      project: projectOfTask(models.task),
      reference,
      sampler,
      count,
      maxMutations,
      kept: readPositions(kept, reference),
      name: name.trim() || null,
    };
    const { goal, constraints } = goalsOf(goals);
    const task =
      scorer && (goal || constraints.length > 0)
        ? await workspace.engineer(
            engineerRequest({ ...options, scorer, goal, constraints, exploration: exploration / 100 }),
          )
        : await workspace.diversify(diversifyRequest(options));
    navigate(pathIn(workspace, "tasks", task.id));
  };
  const isPossible =
    keptProblem === null &&
    count >= 1 &&
    count <= MAX_DESIGNS &&
    maxMutations >= 1 &&
    exploration >= 0 &&
    exploration <= 100;
  return (
    <>
      <section class="card">
        <header>
          <h2>What the designs are for</h2>
        </header>
        <div class="body">
          <GoalFields goals={goals} assays={models.assays} onChange={setGoals} />
        </div>
      </section>
      <div class="row top">
        <Field id="count" label="Designs" hint="How many you can make and measure">
          <input
            id="count"
            type="number"
            min={1}
            max={MAX_DESIGNS}
            aria-describedby="count-hint"
            value={count}
            onInput={({ currentTarget }) => setCount(currentTarget.valueAsNumber)}
          />
        </Field>
        <Field id="most" label="Mutations at most" hint="Few are safer, many reach further">
          <input
            id="most"
            type="number"
            min={1}
            max={reference.length}
            aria-describedby="most-hint"
            value={maxMutations}
            onInput={({ currentTarget }) => setMaxMutations(currentTarget.valueAsNumber)}
          />
        </Field>
        <Field id="exploration" label="Designs to learn from, in %" hint="More where several rounds follow">
          <input
            id="exploration"
            type="number"
            min={0}
            max={100}
            aria-describedby="exploration-hint"
            value={exploration}
            onInput={({ currentTarget }) => setExploration(currentTarget.valueAsNumber)}
          />
        </Field>
        <Field
          id="kept"
          label="Positions to keep"
          hint="Such as 1, S57, 102-105, counted from 1 at the first residue of the reference; a letter is checked. Position 1 is kept unless you remove it."
          problem={keptProblem}
        >
          <input
            id="kept"
            aria-describedby="kept-hint"
            aria-invalid={keptProblem !== null}
            value={kept}
            onInput={({ currentTarget }) => setKept(currentTarget.value)}
          />
        </Field>
      </div>
      <Field id="name" label="Name">
        <input id="name" value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </Field>
      <div>
        <ActionButton class="primary" busy="Starting…" run={design} disabled={!isPossible}>
          Design
        </ActionButton>
      </div>
    </>
  );
}

/** Returns what a reading throws; null if nothing is wrong. */
function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the project that a task belongs to, whose designs belong to it as well. */
function projectOfTask({ context, id }: Task): string {
  if (context.kind !== "WORKSPACE") return String(context.project_id);
  throw new Error(`The training ${id} belongs to no project: train models in a project.`);
}
