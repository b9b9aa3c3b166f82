import { FROM_ONE, residueCount } from "@pdp/basics/proteins";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { copyAndSay } from "../../parts/copyAndSay.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { Select } from "../../parts/form.tsx";
import { formatWithDeviation, plural } from "../../parts/format.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { Page } from "../../parts/page.tsx";
import { PredictionWarning } from "../../parts/predictionWarning.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { AntibodyCard } from "../antibody/antibodyCard.tsx";
import { proteinTables } from "../proteinTables.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { compareVariant } from "./compareVariant.ts";
import { expectedEffects } from "./expectedEffects.ts";
import { MarkedSequence } from "./markedSequence.tsx";
import { MeasurementsCard } from "./measurements.tsx";
import { Neighbours } from "./neighbours.tsx";
import { type Appearance, type Appearances, readAppearances, tasksFrom } from "./readAppearances.ts";
import { readMeasurements } from "./readMeasurements.ts";
import {
  type AssayChoice,
  assayChoices,
  type Differences,
  MAX_MUTATIONS,
  readNeighbours,
  withSingle,
} from "./readNeighbours.ts";
import { type Compared, knownProteins, variantTitle } from "./variantReference.ts";
import { changedSites } from "./writeChanges.ts";

/** Maximum number of tasks in a workspace to search. */
const MAX_TASKS_LISTED = 300;
const SEQUENCE = /^(?=.{2,20000}$|[A-Z]$)[A-Z]*\/?[A-Z]*$/;

/** Everything known about one variant. Its sequence is in the URL. */
export function VariantPage() {
  const sequence = (address.value.searchParams.get("sequence") ?? "").trim().toUpperCase();
  if (!SEQUENCE.test(sequence)) {
    return (
      <Page title="Variant">
        <p class="notice warn">
          The address does not contain a protein sequence. Open a variant from a chart, a heatmap or a list of
          designs.
        </p>
      </Page>
    );
  }
  return <Variant key={sequence} sequence={sequence} />;
}

function Variant({ sequence }: { sequence: string }) {
  const workspace = useWorkspace();
  const read = useResource(`basis of variant ${workspace.name} ${sequence}`, async () => {
    const [projects, tasks, tables] = await Promise.all([
      openProjects(workspace),
      take(workspace.tasks({ order: "DESC" }), MAX_TASKS_LISTED),
      take(workspace.tables()),
    ]);
    const completed = tasks.filter(({ state }) => state === "COMPLETED");
    const known = knownProteins(projects, completed, taskTitle);
    const [compared, proteins] = await Promise.all([
      compareVariant(workspace, sequence, known),
      proteinTables(workspace, tables, sequence),
    ]);
    return { tasks: completed, tables: proteins, compared };
  });
  const known = latestOf(read);
  const compared = known?.compared ?? null;
  const measurements = useResource(`measurements ${known !== undefined} ${sequence}`, async () =>
    known ? readMeasurements(workspace, known.tables, sequence) : null,
  );
  const differences = compared && differencesOf(sequence, compared);
  const appearances = useResource(`appearances ${known !== undefined} ${sequence}`, async () =>
    known ? readAppearances(workspace, known.tasks, sequence, comparedWith(differences)) : null,
  );
  const appeared = latestOf(appearances);
  const choices = assayChoices(known?.tables ?? []);
  const asked = address.value.searchParams.get("seen");
  const choice =
    choices.find((one) => nameOf(one) === asked) ??
    // By default, a design is explained using an assay that it was made for.
    choices.find(({ assay }) => appeared?.found.some((one) => isPredicted(one, assay))) ??
    choices[0];
  const isReady = appearances.state === "failed" || (appeared !== undefined && appeared !== null);
  const neighbours = useResource(`neighbours ${isReady} ${choice && nameOf(choice)} ${sequence}`, async () =>
    isReady && differences && choice && differences.sites.length > 0
      ? readNeighbours(workspace, choice, differences)
      : null,
  );
  const expected =
    differences && choice ? expectedEffects(appeared?.others ?? [], choice.assay, differences) : null;
  return (
    <Page title={known ? variantTitle(compared, sequence) : "Variant"}>
      <Reading of={read}>
        {({ tasks }) => (
          <>
            <section class="card" aria-labelledby="sequence">
              <header>
                <h2 id="sequence">Sequence</h2>
                <button type="button" class="small" onClick={() => void copyAndSay(sequence, "Copied.")}>
                  Copy the sequence
                </button>
              </header>
              <div class="body">
                <p>
                  {plural(residueCount(sequence), "residue")}
                  {compared &&
                    (compared.mutations.length === 0
                      ? `, the same as ${compared.reference.name}.`
                      : `. ${plural(compared.mutations.length, "mutation")} against ${compared.reference.name}: ${compared.mutations.join(", ")}.`)}
                </p>
                <MarkedSequence
                  sequence={sequence}
                  reference={compared?.reference.monomer ?? sequence}
                  numbering={compared?.numbering ?? FROM_ONE}
                />
              </div>
            </section>
            <AntibodyCard sequence={sequence} />
            <Reading of={measurements} label="Reading measurements">
              {(found) => found && <MeasurementsCard of={found} />}
            </Reading>
            {choices.length > 1 && compared !== null && compared.mutations.length > 0 && (
              <div class="row">
                <label for="seen">Similar variants by</label>
                <Select
                  id="seen"
                  value={choice ? nameOf(choice) : ""}
                  options={Object.fromEntries(choices.map((one) => [nameOf(one), nameOf(one)]))}
                  onChange={(name) => setQuery({ seen: name }, { replace: true })}
                />
              </div>
            )}
            <Reading of={neighbours} label="Reading similar variants">
              {(found) =>
                found &&
                compared && (
                  <>
                    <Neighbours found={found} compared={compared} expected={expected} />
                    {expected === null && appeared && choice && compared.mutations.length > 1 && (
                      <PredictAlone of={appeared} assay={choice.assay} />
                    )}
                  </>
                )
              }
            </Reading>
            <Reading of={appearances} label="Reading predictions and designs">
              {(found) =>
                found && (
                  <>
                    <Predictions of={found} sequence={sequence} />
                    <Designs of={found} descendants={tasksFrom(tasks, sequence)} />
                  </>
                )
              }
            </Reading>
          </>
        )}
      </Reading>
    </Page>
  );
}

/** Returns how a variant differs from the protein with which it is compared. */
function differencesOf(sequence: string, { reference, numbering }: Compared): Differences {
  const sites = changedSites(sequence, reference.monomer, numbering);
  return { sequence, reference: reference.monomer, sites };
}

/**
 * Returns the sequences with predictions that help to explain those of a variant: the reference, and the variant of each
 * single mutation.
 */
function comparedWith(differences: Differences | null): string[] {
  if (differences === null) return [];
  const { sequence, reference, sites } = differences;
  return [reference, ...sites.slice(0, MAX_MUTATIONS).map((site) => withSingle(reference, sequence, site))];
}

function isPredicted({ predictions }: Appearance, assay: string): boolean {
  return predictions.some((one) => one.assay === assay);
}

/** Offers to make the predictions that are missing from a page: those for each single mutation. */
function PredictAlone({ of: { found, tasks, searched }, assay }: { of: Appearances; assay: string }) {
  const workspace = useWorkspace();
  const training = found[0]?.training ?? null;
  const query = training === null ? "" : `?${new URLSearchParams({ models: training.id })}`;
  return (
    <p>
      {searched < tasks ? `None of the latest ${searched} tasks` : "No task"} has predicted {assay} for each
      mutation alone. <a href={`${pathIn(workspace, "predict")}${query}`}>Predict all single substitutions</a>{" "}
      to see what each one is expected to change.
    </p>
  );
}

function nameOf({ table, assay }: AssayChoice): string {
  return `${assay} in ${table.reference}`;
}

function Predictions({ of, sequence }: { of: Appearances; sequence: string }) {
  const workspace = useWorkspace();
  const lines = of.found.flatMap(({ predictions, ...one }) =>
    predictions.map((prediction) => ({ ...one, ...prediction })),
  );
  return (
    <section class="card scroll" aria-labelledby="predictions">
      <header>
        <h2 id="predictions">Predictions</h2>
      </header>
      <PredictionWarning of={of.found} />
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
    </section>
  );
}

function Designs({ of, descendants }: { of: Appearances; descendants: readonly Task[] }) {
  const workspace = useWorkspace();
  const designs = of.found.filter(({ rank }) => rank !== null);
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
