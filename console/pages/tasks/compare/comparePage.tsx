import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { SelectField } from "../../../parts/form.tsx";
import { Page } from "../../../parts/page.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { useResource } from "../../../resource.ts";
import { addQuery, address } from "../../../router.ts";
import { readModelFacts } from "../models.ts";
import { taskTitle } from "../taskTitle.ts";
import { compareModels } from "./modelComparison.ts";

/** Maximum number of models to compare, and the default number if the URL does not name any. */
const MAX_COMPARED = 4;
const USUAL_COMPARED = 2;

/** Models side by side: how well they rank new variants, their data and their parameters. */
export function ComparePage() {
  const workspace = useWorkspace();
  const read = useResource(`compared trainings ${workspace.name}`, async () =>
    (await take(workspace.tasks({ type: "train/v2", order: "DESC" }))).filter(
      ({ state, erased_at }) => state === "COMPLETED" && erased_at === undefined,
    ),
  );
  return (
    <Page title="Compare models">
      <p>
        The rank correlation is for predictions of variants that were not used in training. Compare models of
        the same data: an easier data set produces a higher value.
      </p>
      <Reading of={read}>
        {(trainings) =>
          trainings.length === 0 ? (
            <div class="card empty">
              <p>No models yet.</p>
              <a class="button primary" href={pathIn(workspace, "train")}>
                Train models
              </a>
            </div>
          ) : (
            <Compared trainings={trainings} />
          )
        }
      </Reading>
    </Page>
  );
}

function Compared({ trainings }: { trainings: readonly Task[] }) {
  const workspace = useWorkspace();
  const stated = address.value.searchParams.getAll("models");
  const named = stated.flatMap((id) => trainings.find((training) => training.id === id) ?? []);
  const compared = (named.length > 0 ? named : trainings.slice(0, USUAL_COMPARED)).slice(0, MAX_COMPARED);
  const ids = compared.map(({ id }) => id);
  const read = useResource(`comparison ${ids.join(" ")}`, () =>
    Promise.all(
      compared.map(async (training) => ({ training, facts: await readModelFacts(workspace, training) })),
    ),
  );
  return (
    <>
      <ModelFields trainings={trainings} ids={ids} />
      <Reading of={read} label="Reading the models">
        {(models) => <Comparison models={models} />}
      </Reading>
      <p class="small muted">
        To compare versions of a table, open its history. To compare designs with their measurements, open
        their order list.
      </p>
    </>
  );
}

interface ModelFieldsProps {
  trainings: readonly Task[];
  /** Trainings that are compared. */
  ids: readonly string[];
}

/** Selectors for the models, which the URL contains, and for one more. */
function ModelFields({ trainings, ids }: ModelFieldsProps) {
  const titles = Object.fromEntries(trainings.map((training) => [training.id, taskTitle(training)]));
  const choose = (index: number, id: string) =>
    addQuery("models", [...new Set(ids.toSpliced(index, 1, id).filter((other) => other !== ""))]);
  return (
    <div class="row top">
      {Array.from({ length: Math.min(ids.length + 1, MAX_COMPARED) }, (_, index) => (
        <SelectField
          key={index}
          id={`model-${index}`}
          label={`Model ${index + 1}`}
          value={ids[index] ?? ""}
          options={{ "": "none", ...titles }}
          onChange={(next) => choose(index, next)}
        />
      ))}
    </div>
  );
}

function Comparison({ models }: { models: Parameters<typeof compareModels>[0] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-label="Comparison" tabIndex={0}>
      <DataTable
        columns={["Figure", ...models.map(({ training }, index) => `${index + 1}. ${taskTitle(training)}`)]}
      >
        {compareModels(models).map(({ label, cells, best }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map((cell, index) => (
              <td key={index}>
                {best.includes(index) ? (
                  <strong>
                    {cell} <span class="small">(best)</span>
                  </strong>
                ) : (
                  cell
                )}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
