import { pathIn, useWorkspace } from "../../../lab.ts";
import { Select } from "../../../parts/form.tsx";
import { optionsOf } from "../../../parts/optionsOf.ts";
import { Page } from "../../../parts/page.tsx";
import { PredictionWarning } from "../../../parts/predictionWarning.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { address, setQuery } from "../../../router.ts";
import { taskTitle } from "../taskTitle.ts";
import { PredictionList } from "./predictionList.tsx";
import { type Predictions, readLearned, readPredictions } from "./readPredictions.ts";
import { SubstitutionHeatmap } from "./substitutionHeatmap.tsx";

const BETTER = { higher: "higher is better", lower: "lower is better" } as const;

/** Predictions of a task: a substitution heatmap next to the measured one, and a list. */
export function PredictionsPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.task ?? "";
  const read = useResource(`predictions ${id}`, () => readPredictions(workspace, id));
  const known = latestOf(read);
  return (
    <Page
      title={known ? taskTitle(known.task) : "Predictions"}
      actions={
        known && (
          <>
            <a class="button" href={pathIn(workspace, "tasks", id)}>
              Task and report
            </a>
            <a class="button" href={pathIn(workspace, "tables", known.table)}>
              All columns
            </a>
          </>
        )
      }
    >
      <Reading of={read} label="Reading the predictions">
        {(results) =>
          results === null ? (
            <p class="notice warn">
              This task has no predictions. <a href={pathIn(workspace, "tasks", id)}>Look at the task</a> for
              the reason.
            </p>
          ) : (
            <Found results={results} />
          )
        }
      </Reading>
    </Page>
  );
}

function Found({ results }: { results: Predictions }) {
  const workspace = useWorkspace();
  const { assays, training, template } = results;
  const requestedAssay = address.value.searchParams.get("assay") ?? "";
  const assay = assays.includes(requestedAssay) ? requestedAssay : (assays[0] ?? "");
  const isLowerBetter = address.value.searchParams.get("better") === "lower";
  const learned = useResource(`learned ${training.id} ${assay}`, async () =>
    assay === "" ? [] : readLearned(workspace, training, assay),
  );
  if (assay === "") return <p>The model could not predict any of these sequences.</p>;
  return (
    <>
      <PredictionWarning of={results.sequences} />
      <div class="row">
        {assays.length > 1 && (
          <>
            <label for="assay">Assay</label>
            <Select
              id="assay"
              value={assay}
              options={optionsOf(assays)}
              onChange={(name) => setQuery({ assay: name }, { replace: true })}
            />
          </>
        )}
        <label for="better">Values</label>
        <Select
          id="better"
          value={isLowerBetter ? "lower" : "higher"}
          options={BETTER}
          onChange={(next) => setQuery({ better: next }, { replace: true })}
        />
      </div>
      <Reading of={learned} label="Reading the measurements">
        {(measured) => (
          <>
            {template !== null && (
              <SubstitutionHeatmap
                results={results}
                template={template}
                assay={assay}
                measured={measured}
                isHigherBetter={!isLowerBetter}
              />
            )}
            <PredictionList
              results={results}
              assay={assay}
              measured={measured}
              isLowerBetter={isLowerBetter}
            />
          </>
        )}
      </Reading>
    </>
  );
}
