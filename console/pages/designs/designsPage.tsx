import { useMemo, useState } from "preact/hooks";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { orderCsv } from "#client/orderList/orderCsv.ts";
import { orderFasta } from "#client/orderList/orderFasta.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { type PickBy, pickDesigns } from "#client/orderList/pickDesigns.ts";
import { type PlateSize, plateCsv, plates } from "#client/orderList/plates.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { sentenceOf } from "../../parts/failure.tsx";
import { Field, NumberField, problemOf, Select, TextField } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, useResource } from "../../resource.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { DesignList } from "./designList.tsx";
import { PlateMap } from "./plateMap.tsx";

/** The designs of a task: which to make, where they go on plates, and the files to order them by. */
export function DesignsPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.task ?? "";
  const read = useResource(`designs ${id}`, async () => {
    const task = await workspace.task(id).get();
    const table = await workspace.task(id).designsTable();
    const result = await workspace.query(`SELECT * FROM ${quoteReference(table)}`);
    return { task, table, designs: readDesigns(await result.rows()) };
  });
  const known = latestOf(read);
  if (!known) {
    return (
      <Page title="Designs and order list">
        <Reading of={read} label="Reading the designs">
          {() => null}
        </Reading>
      </Page>
    );
  }
  const { task, table, designs } = known;
  return <Order title={taskTitle(task)} taskId={id} table={table} designs={designs} />;
}

const PICK_BY: Record<PickBy, string> = {
  rank: "the best ranks",
  probability: "the most probable to hold the limits",
  diversity: "those unlike each other",
};
const FILL = { columns: "columns (A01, B01, …)", rows: "rows (A01, A02, …)" };
const SIZES = { "96": "96 wells", "384": "384 wells" };

interface OrderProps {
  title: string;
  taskId: string;
  table: string;
  designs: readonly Design[];
}

function Order({ title, taskId, table, designs }: OrderProps) {
  const workspace = useWorkspace();
  const [count, setCount] = useState(designs.length);
  const [by, setBy] = useState<PickBy>("rank");
  const [size, setSize] = useState<keyof typeof SIZES>("96");
  const [fill, setFill] = useState<keyof typeof FILL>("columns");
  const [freeEdge, setFreeEdge] = useState(false);
  const [controlWells, setControlWells] = useState(4);
  const [prefix, setPrefix] = useState("D");
  const prefixProblem = problemOf(() => orderRows([], { prefix }));
  const order = useMemo(() => {
    const chosen = pickDesigns(designs, count || 0, by);
    return orderRows(chosen, {
      reference: controlWells > 0,
      ...(prefixProblem === null && { prefix }),
    });
  }, [designs, count, by, controlWells, prefix, prefixProblem]);
  const placed = useMemo(() => {
    try {
      const wells = Number(size) as PlateSize;
      return { wells: plates(order, { wells, fill, freeEdge, controlWells }), problem: null };
    } catch (error) {
      return { wells: [], problem: sentenceOf(error) };
    }
  }, [order, size, fill, freeEdge, controlWells]);
  return (
    <Page
      title="Designs and order list"
      actions={
        <>
          <button type="button" onClick={() => saveFile("order.fasta", "text/x-fasta", orderFasta(order))}>
            FASTA
          </button>
          <button type="button" onClick={() => saveFile("order.csv", "text/csv", orderCsv(order))}>
            CSV
          </button>
          <button
            type="button"
            class="primary"
            onClick={() => saveFile("plate.csv", "text/csv", plateCsv(placed.wells))}
          >
            Plate map
          </button>
        </>
      }
    >
      <p class="row">
        <a href={pathIn(workspace, "tasks", taskId)}>{title}</a>
        <a href={pathIn(workspace, "tables", table)}>All columns of the designs</a>
      </p>
      <section class="card" aria-label="What is ordered">
        <div class="body">
          <div class="row top">
            <NumberField
              id="chosen"
              label={`Designs, of ${designs.length}`}
              class="short"
              min={1}
              max={designs.length}
              value={count}
              onChange={(designCount) => setCount(Math.min(designCount, designs.length))}
            />
            <TextField
              id="prefix"
              label="Names begin with"
              problem={prefixProblem}
              maxLength={20}
              value={prefix}
              onChange={setPrefix}
            />
            <Field id="by" label="Chosen by">
              <Select id="by" value={by} options={PICK_BY} onChange={setBy} />
            </Field>
            <Field id="size" label="Plate">
              <Select id="size" value={size} options={SIZES} onChange={setSize} />
            </Field>
            <Field id="fill" label="Filled by">
              <Select id="fill" value={fill} options={FILL} onChange={setFill} />
            </Field>
            <NumberField
              id="controls"
              label="Wells with the reference"
              class="short"
              min={0}
              max={96}
              value={controlWells}
              onChange={(wells) => setControlWells(wells || 0)}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={freeEdge}
                onChange={({ currentTarget }) => setFreeEdge(currentTarget.checked)}
              />
              Leave the edge free
            </label>
          </div>
        </div>
      </section>
      {placed.problem !== null && <p class="notice danger">{placed.problem}</p>}
      <PlateMap wells={placed.wells} order={order} size={Number(size) as PlateSize} />
      <DesignList order={order} />
    </Page>
  );
}
