import { type EarlierTraining, readTraining } from "#client/requests/earlierTask.ts";
import { namesOfProtein } from "#client/requests/proteinColumns.ts";
import type { Table } from "#client/resources.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { Page } from "../../../parts/page.tsx";
import { PickOne } from "../../../parts/pickOne.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { type Resource, useResource } from "../../../resource.ts";
import { mayHoldVariants, missingColumns } from "../../columnChoices.ts";
import { readProteins } from "../../readProteins.ts";
import { useEarlierTask } from "../earlier.ts";
import { withCurrentSource } from "./currentSource.ts";
import { readMaterial } from "./material.ts";
import { MeasuredForm } from "./measuredForm.tsx";
import type { MeasuredWork } from "./measuredWork.ts";
import { projectOfTable } from "./projectOfTable.ts";
import { readMutationMaterial } from "./readMutationMaterial.ts";
import { UnfitTable } from "./unfitTable.tsx";

interface MeasuredPageProps {
  work: MeasuredWork;
  intro: string;
}

/** Form for a task on measured variants. The URL names the table or the task to repeat. */
export function MeasuredPage({ work, intro }: MeasuredPageProps) {
  const earlier = useEarlierTask();
  return (
    <Reading of={earlier}>{(task) => <Again key={task?.id} work={work} intro={intro} task={task} />}</Reading>
  );
}

function Again({ task, ...page }: MeasuredPageProps & { task: Task | null }) {
  const workspace = useWorkspace();
  const read = useResource(`asked by ${task?.id}`, async () =>
    task === null ? null : withCurrentSource(workspace, readTraining(task.parameters)),
  );
  return <Reading of={read}>{(before) => <Tables {...page} task={task} before={before} />}</Reading>;
}

type TablesProps = MeasuredPageProps & { task: Task | null; before: EarlierTraining | null };

function Tables({ work, intro, task, before }: TablesProps) {
  const workspace = useWorkspace();
  const read = useResource(`trainable ${workspace.name}`, () => take(workspace.tables()));
  if (task && before && before.source === null) {
    return (
      <Page title={work.title} intro={intro}>
        <MeasuredForm work={work} source={null} material={materialOf(before)} before={before} task={task} />
      </Page>
    );
  }
  return (
    <PickOne
      title={work.title}
      intro={intro}
      of={recentFirst(read)}
      name="table"
      label="Table"
      optionOf={({ reference }) => [reference, reference]}
      usual={before?.source?.table}
      reasonAgainst={reasonAgainst}
      unfit={(table) => <UnfitTable table={table} />}
      empty={
        <>
          <p>No table has both numbers and protein sequences, or mutations, yet.</p>
          <p class="small muted">
            A column with many other letters is read as text: import the file into a new table with the type
            “sequence (amino acids)”, and the import lists the cells that are not sequences.
          </p>
          <a class="button primary" href={pathIn(workspace, "import")}>
            Import a file
          </a>
          {work.isTraining && (
            <p>
              Nothing measured yet?{" "}
              <a href={pathIn(workspace, "first-plate")}>Design a first plate from a structure</a>
            </p>
          )}
        </>
      }
    >
      {(table) => <OfTable key={table.id} work={work} table={table} before={before} task={task} />}
    </PickOne>
  );
}

/**
 * Lists tables with known sequences first, because others may contain mutations, which are visible only in their rows; the latest change
 * first among them.
 */
function recentFirst(read: Resource<Table[]>): Resource<Table[]> {
  if (read.state !== "ready") return read;
  const recent = read.value.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
  const [told, others] = [true, false].map((isTold) =>
    recent.filter((table) => (missingColumns(table).length === 0) === isTold),
  );
  return { state: "ready", value: [...(told ?? []), ...(others ?? [])] };
}

/** Returns why a table cannot be used; null if it can. */
function reasonAgainst(table: Table): string | null {
  if (!mayHoldVariants(table)) return "no numbers, or no sequences or mutations";
  return table.rows === 0 ? "no rows" : null;
}

interface OfTableProps {
  work: MeasuredWork;
  table: Table;
  before: EarlierTraining | null;
  task: Task | null;
}

function OfTable({ work, table, before, task }: OfTableProps) {
  const workspace = useWorkspace();
  const same = before?.source?.table === table.reference ? before : null;
  const read = useResource(`material ${table.reference} ${table.version_id}`, async () => {
    const { proteins } = await readProteins(workspace, table);
    const earlierColumns = namesOfProtein(same?.source?.sequenceColumn ?? "").join();
    const again = proteins.find((columns) => namesOfProtein(columns).join() === earlierColumns);
    const [sequenceColumn = null] = again ? [again] : proteins;
    const mutations = sequenceColumn === null ? await readMutationMaterial(workspace, table) : null;
    if (sequenceColumn === null && mutations === null) return null;
    const [material, project] = await Promise.all([
      readMaterial(workspace, table, { sequenceColumn, mutations }),
      projectOfTable(workspace, table),
    ]);
    return {
      material,
      project,
      source: {
        table: table.reference,
        sequenceColumn,
        mutations: mutations?.candidates[0].mutations ?? null,
      },
    };
  });
  return (
    <Reading of={read} label="Reading the rows">
      {(prepared) =>
        prepared === null ? (
          <div class="notice warn">
            <UnfitTable table={table} />
          </div>
        ) : (
          <MeasuredForm
            work={work}
            source={prepared.source}
            material={prepared.material}
            project={prepared.project}
            before={same}
            task={task}
          />
        )
      }
    </Reading>
  );
}

/** Returns the material of an earlier task with rows that do not come from a table. */
function materialOf({ reference, assays }: EarlierTraining) {
  return {
    rows: null,
    sequences: null,
    reference,
    mutations: null,
    batches: [],
    hasLoads: false,
    assays: assays.map(({ column, scale, unit }) => ({
      column,
      isChosen: true,
      values: null,
      scale,
      likely: null,
      unit: unit ?? "",
      limit: null,
    })),
  };
}
