import { useMemo } from "preact/hooks";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { orderCsv } from "#client/orderList/orderCsv.ts";
import { orderFasta } from "#client/orderList/orderFasta.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { pickDesigns } from "#client/orderList/pickDesigns.ts";
import { type PlateSize, plateCsv, plates } from "#client/orderList/plates.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { sentenceOf } from "../../parts/failure.tsx";
import { Field, NumberField, problemOf, Select, TextField } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { numberingOfDesigns } from "../tasks/numbering.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { DesignList } from "./designList.tsx";
import {
  FILL,
  fileName,
  type OrderChoices,
  PICK_BY,
  readChoices,
  SIZES,
  writeChoices,
} from "./orderChoices.ts";
import { PlateMap } from "./plateMap.tsx";

/** The designs of a task: which to make, where they go on plates, and the files to order them by. */
export function DesignsPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.task ?? "";
  const read = useResource(`designs ${id}`, async () => {
    const task = await workspace.task(id).get();
    const table = await workspace.task(id).designsTable();
    const [result, usualNumber] = await Promise.all([
      workspace.query(`SELECT * FROM ${quoteReference(table)}`),
      numberingOfDesigns(workspace, task),
    ]);
    return { task, table, usualNumber, designs: readDesigns(await result.rows()) };
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
  const { task, ...found } = known;
  return <Order title={taskTitle(task)} taskId={id} {...found} />;
}

interface OrderProps {
  title: string;
  taskId: string;
  table: string;
  designs: readonly Design[];
  /** Number that the measured rows give to the first residue. */
  usualNumber: number;
}

function Order({ title, taskId, table, designs, usualNumber }: OrderProps) {
  const workspace = useWorkspace();
  const choices = readChoices(address.value.searchParams, designs.length, usualNumber);
  const { count, by, size, fill, freeEdge, controlWells, prefix, firstNumber } = choices;
  const prefixProblem = problemOf(() => orderRows([], { prefix }));
  const order = useMemo(() => {
    const chosen = pickDesigns(designs, count || 0, by);
    return orderRows(chosen, {
      reference: controlWells > 0,
      firstNumber,
      ...(prefixProblem === null && { prefix }),
    });
  }, [designs, count, by, controlWells, prefix, prefixProblem, firstNumber]);
  const choose = (changes: Partial<OrderChoices>) =>
    setQuery(writeChoices({ ...choices, ...changes }, designs.length, usualNumber), { replace: true });
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
          <button
            type="button"
            onClick={() => saveFile(fileName(title, "order", "fasta"), "text/x-fasta", orderFasta(order))}
          >
            FASTA
          </button>
          <button
            type="button"
            onClick={() => saveFile(fileName(title, "order", "csv"), "text/csv", orderCsv(order))}
          >
            CSV
          </button>
          <button
            type="button"
            class="primary"
            onClick={() => saveFile(fileName(title, "plate", "csv"), "text/csv", plateCsv(placed.wells))}
          >
            Plate map
          </button>
        </>
      }
    >
      <p class="row">
        <a href={pathIn(workspace, "tasks", taskId)}>{title}</a>
        <a href={pathIn(workspace, "tables", table)}>All columns of the designs (positions from 1)</a>
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
              onChange={(designCount) => choose({ count: Math.min(designCount, designs.length) })}
            />
            <TextField
              id="prefix"
              label="Names begin with"
              problem={prefixProblem}
              maxLength={20}
              value={prefix}
              onChange={(text) => choose({ prefix: text })}
            />
            <NumberField
              id="first"
              label="The first residue is number"
              class="short"
              min={-10_000}
              max={100_000}
              value={firstNumber}
              onChange={(number) => choose({ firstNumber: Number.isSafeInteger(number) ? number : 1 })}
            />
            <Field id="by" label="Chosen by">
              <Select id="by" value={by} options={PICK_BY} onChange={(next) => choose({ by: next })} />
            </Field>
            <Field id="size" label="Plate">
              <Select id="size" value={size} options={SIZES} onChange={(next) => choose({ size: next })} />
            </Field>
            <Field id="fill" label="Filled by">
              <Select id="fill" value={fill} options={FILL} onChange={(next) => choose({ fill: next })} />
            </Field>
            <NumberField
              id="controls"
              label="Wells with the reference"
              class="short"
              min={0}
              max={96}
              value={controlWells}
              onChange={(wells) => choose({ controlWells: wells || 0 })}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={freeEdge}
                onChange={({ currentTarget }) => choose({ freeEdge: currentTarget.checked })}
              />
              Leave the edge free
            </label>
          </div>
        </div>
      </section>
      {placed.problem !== null && <p class="notice danger">{placed.problem}</p>}
      <PlateMap wells={placed.wells} order={order} size={Number(size) as PlateSize} />
      <DesignList order={order} firstNumber={firstNumber} />
    </Page>
  );
}
