import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatValue, formatWithDeviation, plural } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { openProjects } from "../../parts/projectField.tsx";
import { Reading } from "../../parts/reading.tsx";
import { say } from "../../parts/toast.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { mayHoldVariants, sequenceColumns } from "../columnChoices.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { MarkedSequence } from "./markedSequence.tsx";
import { Neighbours } from "./neighbours.tsx";
import { type Appearance, readAppearances, tasksFrom } from "./readAppearances.ts";
import { type Measurement, readMeasurements } from "./readMeasurements.ts";
import { readNeighbours } from "./readNeighbours.ts";
import { compareWithNearest, type KnownProtein } from "./variantReference.ts";
import { changedSites } from "./writeChanges.ts";

/** Maximum number of tasks of a workspace that are looked through. */
const MAX_TASKS_LISTED = 300;
const SEQUENCE = /^[A-Z]{1,20000}$/;
/** Number of mutations that a title names. */
const MAX_NAMED = 6;

/** Everything that is known of one variant. Its sequence is in the address. */
export function VariantPage() {
  const sequence = (address.value.searchParams.get("sequence") ?? "").trim().toUpperCase();
  if (!SEQUENCE.test(sequence)) {
    return (
      <Page title="Variant">
        <p class="notice warn">
          The address names no protein sequence. Open a variant from a chart, a heatmap or a list of designs.
        </p>
      </Page>
    );
  }
  return <Variant key={sequence} sequence={sequence} />;
}

function Variant({ sequence }: { sequence: string }) {
  const workspace = useWorkspace();
  const read = useResource(`basis of variant ${workspace.name}`, async () => {
    const [projects, tasks, tables] = await Promise.all([
      openProjects(workspace),
      take(workspace.tasks({ order: "DESC" }), MAX_TASKS_LISTED),
      take(workspace.tables()),
    ]);
    return { tasks: tasks.filter(({ state }) => state === "COMPLETED"), tables, projects };
  });
  const known = latestOf(read);
  const compared = known ? compareWithNearest(sequence, knownProteins(known.projects, known.tasks)) : null;
  const measurements = useResource(`measurements ${known !== undefined} ${sequence}`, async () =>
    known ? readMeasurements(workspace, known.tables, sequence) : null,
  );
  const neighbours = useResource(`neighbours ${known !== undefined} ${sequence}`, async () => {
    const [table] = (known?.tables ?? [])
      .filter((one) => one.kind === "TABLE" && mayHoldVariants(one) && sequenceColumns(one).length > 0)
      .sort((one, other) => (other.rows ?? 0) - (one.rows ?? 0));
    if (!compared || !table || compared.mutations.length === 0) return null;
    const { reference, numbering } = compared;
    const sites = changedSites(sequence, reference.monomer, numbering);
    return readNeighbours(workspace, table, { sequence, reference: reference.monomer, sites });
  });
  const appearances = useResource(`appearances ${known !== undefined} ${sequence}`, async () =>
    known ? readAppearances(workspace, known.tasks, sequence) : null,
  );
  return (
    <Page title={known ? titleOf(compared?.mutations ?? null, sequence) : "Variant"}>
      <Reading of={read}>
        {({ tasks }) => (
          <>
            <section class="card" aria-labelledby="sequence">
              <header>
                <h2 id="sequence">Sequence</h2>
                <button type="button" class="small" onClick={() => void copy(sequence)}>
                  Copy the sequence
                </button>
              </header>
              <div class="body">
                <p>
                  {plural(sequence.length, "residue")}
                  {compared &&
                    (compared.mutations.length === 0
                      ? `, the same as ${compared.reference.name}.`
                      : `. ${plural(compared.mutations.length, "mutation")} against ${compared.reference.name}: ${compared.mutations.join(", ")}.`)}
                </p>
                <MarkedSequence sequence={sequence} compared={compared} />
              </div>
            </section>
            <Reading of={measurements} label="Reading measurements">
              {(found) => found && <Measurements found={found} />}
            </Reading>
            <Reading of={neighbours} label="Reading similar variants">
              {(found) => found && compared && <Neighbours found={found} compared={compared} />}
            </Reading>
            <Reading of={appearances} label="Reading predictions and designs">
              {(found) =>
                found && (
                  <>
                    <Predictions found={found} sequence={sequence} />
                    <Designs found={found} descendants={tasksFrom(tasks, sequence)} />
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

async function copy(sequence: string): Promise<void> {
  await navigator.clipboard.writeText(sequence);
  say("Copied.");
}

function titleOf(mutations: readonly string[] | null, sequence: string): string {
  if (mutations === null) return `Variant ${sequence.slice(0, 12)}…`;
  if (mutations.length === 0) return "Wild type";
  return mutations.slice(0, MAX_NAMED).join(" ") + (mutations.length > MAX_NAMED ? " …" : "");
}

/** Returns the references of projects, then those of trainings. */
function knownProteins(
  projects: readonly { references?: readonly KnownProtein[] | undefined }[],
  tasks: readonly Task[],
): KnownProtein[] {
  const ofTrainings = tasks.flatMap((task): KnownProtein[] => {
    const { reference } = task.parameters as { reference?: Omit<KnownProtein, "name"> | null };
    return reference?.monomer ? [{ ...reference, name: `the reference of ${taskTitle(task)}` }] : [];
  });
  return [...projects.flatMap(({ references }) => references ?? []), ...ofTrainings];
}

function Measurements({ found }: { found: readonly Measurement[] }) {
  const workspace = useWorkspace();
  return (
    <section class="card scroll" aria-labelledby="measurements">
      <header>
        <h2 id="measurements">Measurements</h2>
      </header>
      {found.length === 0 ? (
        <p class="body">No table has measurements of this variant.</p>
      ) : (
        <DataTable
          columns={[
            "Measured",
            "Table",
            { label: "Mean", as: "number" },
            { label: "Rows", as: "number" },
            "Values",
          ]}
        >
          {found.map(({ table, column, values }) => (
            <tr key={`${table} ${column}`}>
              <th scope="row">{column}</th>
              <td>
                <a href={pathIn(workspace, "tables", table)}>{table}</a>
              </td>
              <td class="number">{meanWords(values)}</td>
              <td class="number">{values.length}</td>
              <td>{values.map(formatValue).join(", ")}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

/** Returns the mean of replicates with their standard deviation. */
function meanWords(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return formatValue(mean);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return variance === 0 ? formatValue(mean) : formatWithDeviation(mean, Math.sqrt(variance));
}

function Predictions({ found, sequence }: { found: readonly Appearance[]; sequence: string }) {
  const workspace = useWorkspace();
  const lines = found.flatMap(({ predictions, ...one }) =>
    predictions.map((prediction) => ({ ...one, ...prediction })),
  );
  return (
    <section class="card scroll" aria-labelledby="predictions">
      <header>
        <h2 id="predictions">Predictions</h2>
      </header>
      {lines.length === 0 ? (
        <div class="body">
          <p>No task has predicted this variant.</p>
          <p>
            <a href={`${pathIn(workspace, "predict")}?${new URLSearchParams({ sequence })}`}>Predict it</a>
          </p>
        </div>
      ) : (
        <DataTable columns={["Predicted", { label: "Mean ± sd", as: "number" }, "Model", "Task"]}>
          {lines.map(({ assay, mean, sd, training, task }) => (
            <tr key={`${task.id} ${assay}`}>
              <th scope="row">{assay}</th>
              <td class="number">{formatWithDeviation(mean, sd)}</td>
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

function Designs({ found, descendants }: { found: readonly Appearance[]; descendants: readonly Task[] }) {
  const workspace = useWorkspace();
  const designs = found.filter(({ rank }) => rank !== null);
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
