import { type EarlierTraining, readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../../lab.ts";
import { Page } from "../../../parts/page.tsx";
import { PickOne } from "../../../parts/pickOne.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { useResource } from "../../../resource.ts";
import { missingColumns, type numericColumns, sequenceColumns } from "../../columnChoices.ts";
import { useEarlierTask } from "../earlier.ts";
import { withCurrentSource } from "./currentSource.ts";
import { readMaterial } from "./material.ts";
import { MeasuredForm, type MeasuredWork } from "./measuredForm.tsx";
import { UnfitTable } from "./unfitTable.tsx";

interface MeasuredPageProps {
  work: MeasuredWork;
  intro: string;
}

/** Form for a task about measured variants. The table is in the address, or the task that runs again. */
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
      <Page title={work.title}>
        <p>{intro}</p>
        <MeasuredForm work={work} source={null} material={materialOf(before)} before={before} task={task} />
      </Page>
    );
  }
  return (
    <PickOne
      title={work.title}
      intro={<p>{intro}</p>}
      of={read}
      name="table"
      label="Table"
      optionOf={({ reference }) => [reference, reference]}
      usual={before?.source?.table}
      fits={(table) => missingColumns(table).length === 0}
      unfit={(table) => <UnfitTable table={table} />}
      empty={
        <>
          <p>No table has both protein sequences and numbers yet.</p>
          <p class="small muted">
            Many cells with other letters make a column text: import the file into a new table with the type
            “sequence (amino acids)”, and the cells that are none are named.
          </p>
          <a class="button primary" href={pathIn(workspace, "import")}>
            Import a file
          </a>
        </>
      }
    >
      {(table) => <OfTable key={table.id} work={work} table={table} before={before} task={task} />}
    </PickOne>
  );
}

interface OfTableProps {
  work: MeasuredWork;
  table: Parameters<typeof numericColumns>[0] & { reference: string; version_id?: string };
  before: EarlierTraining | null;
  task: Task | null;
}

function OfTable({ work, table, before, task }: OfTableProps) {
  const workspace = useWorkspace();
  const same = before?.source?.table === table.reference ? before : null;
  const columns = sequenceColumns(table);
  const [first = ""] = columns;
  const asked = same?.source?.sequenceColumn ?? first;
  const sequenceColumn = columns.includes(asked) ? asked : first;
  const read = useResource(`material ${table.reference} ${table.version_id}`, () =>
    readMaterial(workspace, table, sequenceColumn),
  );
  return (
    <Reading of={read} label="Looking at the rows">
      {(material) => (
        <MeasuredForm
          work={work}
          source={{ table: table.reference, sequenceColumn }}
          material={material}
          before={same}
          task={task}
        />
      )}
    </Reading>
  );
}

/** Returns the material of an earlier task whose rows are not those of a table. */
function materialOf({ reference, assays }: EarlierTraining) {
  return {
    rows: null,
    sequences: null,
    reference,
    batches: [],
    assays: assays.map(({ column, scale, unit }) => ({
      column,
      isChosen: true,
      values: null,
      scale,
      unit: unit ?? "",
      limit: null,
    })),
  };
}
