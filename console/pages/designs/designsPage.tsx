import { CHAIN_BREAK, type Numbering } from "@pdp/basics/proteins";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type BestMeasured, bestMeasured } from "#client/bestMeasured.ts";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { pickDesigns } from "#client/orderList/pickDesigns.ts";
import { plates } from "#client/orderList/plates.ts";
import { designsNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { PlateSize } from "#shared/domain/orders/plateWells.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { sentenceOf } from "../../parts/failure.tsx";
import { Field, NameField, NumberField, Select } from "../../parts/form.tsx";
import { formatValue } from "../../parts/format.ts";
import { problemOfName } from "../../parts/names.ts";
import { Page } from "../../parts/page.tsx";
import { PredictionWarning } from "../../parts/predictionWarning.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, navigate, setQuery } from "../../router.ts";
import { type ModelFacts, modelsOfDesigns } from "../tasks/models.ts";
import { Reliability } from "../tasks/reliability.tsx";
import { taskTitle } from "../tasks/taskTitle.ts";
import { MarkedSequence } from "../variant/markedSequence.tsx";
import { DesignList } from "./designList.tsx";
import { DESIGN_PREFIX } from "./designPrefix.ts";
import { DesignsChart } from "./designsChart.tsx";
import { type Measured, readMeasured, withMeasured } from "./measuredDesigns.ts";
import { OrderActions } from "./orderActions.tsx";
import {
  CONTROLS,
  FILL,
  fileName,
  keepChoices,
  keptChoices,
  type OrderChoices,
  orderNumbering,
  PICK_BY,
  readChoices,
  SIZES,
  writeChoices,
} from "./orderChoices.ts";
import { PlateMap } from "./plateMap.tsx";
import { ResultsForm } from "./resultsForm.tsx";
import { type ResultsTarget, resultsTarget } from "./resultsTarget.ts";

/** Designs of a task: choose which ones to make, place them on plates, and save the files for ordering them. */
export function DesignsPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.task ?? "";
  const read = useResource(`designs ${id}`, async () => {
    const task = await workspace.task(id).get();
    const table = await workspace.task(id).designsTable();
    const [result, usualNumbering, best, target, models] = await Promise.all([
      workspace.query(`SELECT * FROM ${quoteReference(table)}`),
      designsNumbering(workspace, task),
      bestMeasured(workspace, task),
      resultsTarget(workspace, task),
      modelsOfDesigns(workspace, task),
    ]);
    const designs = readDesigns(await result.rows());
    const measured = await readMeasured(workspace, table, designs, best?.sequence ?? null, target);
    const written = writtenNumbering(task);
    return { task, table, usualNumbering, written, best, target, measured, designs, models };
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
  return <Order title={taskTitle(task)} taskId={id} context={task.context} {...found} />;
}

interface OrderProps {
  title: string;
  taskId: string;
  context: Task["context"];
  table: string;
  designs: readonly Design[];
  /** Residue numbers, unless the user specifies a different number for the first residue. */
  usualNumbering: Numbering;
  /** Numbers used in the table. */
  written: Numbering;
  best: BestMeasured | null;
  /** Models that predicted the designs; null if they are unknown. */
  models: ModelFacts | null;
  target: ResultsTarget;
  /** Measurements of the designs and controls so far, by sequence. */
  measured: ReadonlyMap<string, Measured>;
}

function Order({
  title,
  taskId,
  context,
  table,
  designs,
  usualNumbering,
  written,
  best,
  models,
  target,
  measured,
}: OrderProps) {
  const workspace = useWorkspace();
  const usualNumber = usualNumbering.positionAt(0);
  const choices = readChoices(address.value.searchParams, designs.length, usualNumber);
  const { count, by, size, fill, freeEdge, controls, controlWells, prefix, firstNumber } = choices;
  /** Number of designs as typed by the user; may exceed the number available. */
  const [typed, setTyped] = useState(count);
  const prefixProblem = problemOfName(DESIGN_PREFIX, prefix);
  const order = useMemo(() => {
    const chosen = pickDesigns(designs, count || 0, by);
    const rows = orderRows(chosen, {
      reference: controls === "both" || controls === "reference",
      bestSoFar: controls === "both" || controls === "best" ? (best?.sequence ?? null) : null,
      numbering: orderNumbering(choices, usualNumbering),
      written,
      ...(prefixProblem === null && { prefix }),
    });
    return withMeasured(rows, measured);
  }, [
    designs,
    measured,
    count,
    by,
    controls,
    best,
    prefix,
    prefixProblem,
    firstNumber,
    usualNumbering,
    written,
  ]);
  const choose = (changes: Partial<OrderChoices>) => {
    const written = writeChoices({ ...choices, ...changes }, designs.length, usualNumber);
    keepChoices(workspace.name, taskId, written);
    setQuery(written, { replace: true });
  };
  useEffect(() => {
    // A URL that contains choices belongs to an existing order.
    if (address.peek().search === "") setQuery(keptChoices(workspace.name, taskId), { replace: true });
  }, [workspace.name, taskId]);
  const placed = useMemo(() => {
    try {
      const wells = Number(size) as PlateSize;
      return { wells: plates(order, { wells, fill, freeEdge, controlWells }), problem: null };
    } catch (error) {
      return { wells: [], problem: sentenceOf(error) };
    }
  }, [order, size, fill, freeEdge, controlWells]);
  const store = async () => {
    const { storeOrder } = await import("../orders/storeOrder.ts");
    const task = await workspace.task(taskId).get();
    const chosen = pickDesigns(designs, count || 0, by);
    const stored = await storeOrder(workspace, {
      task,
      table,
      name: title,
      designs: chosen,
      choices,
      best: best?.sequence ?? null,
    });
    navigate(pathIn(workspace, "orders", stored.id));
  };
  return (
    <Page
      title="Designs and order list"
      actions={
        <OrderActions
          title={title}
          order={order}
          wells={placed.wells}
          size={Number(size) as PlateSize}
          isNamed={prefixProblem === null}
          isPlaced={placed.problem === null}
          onStore={store}
        />
      }
    >
      <p class="row">
        <a href={pathIn(workspace, "tasks", taskId)}>{title}</a>
        <a href={pathIn(workspace, "tables", table)}>All columns of the designs (positions from 1)</a>
      </p>
      <PredictionWarning of={designs} />
      {models && <Reliability models={models} />}
      <section class="card" aria-label="What is ordered">
        <div class="body">
          <div class="row top">
            <NumberField
              id="chosen"
              label={`Number of designs (max ${designs.length})`}
              class="short"
              min={1}
              max={designs.length}
              problem={
                typed > designs.length
                  ? `There are only ${designs.length} designs, so all of them are included.`
                  : null
              }
              value={typed > designs.length ? typed : count}
              onChange={(designCount) => {
                setTyped(designCount);
                choose({ count: Math.min(designCount, designs.length) });
              }}
            />
            <NameField
              id="prefix"
              label="Name prefix"
              rule={DESIGN_PREFIX}
              problem={prefix === "" ? prefixProblem : null}
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
            <Field id="fill" label="Fill order">
              <Select id="fill" value={fill} options={FILL} onChange={(next) => choose({ fill: next })} />
            </Field>
            <Field id="controls" label="Controls on each plate">
              <Select
                id="controls"
                value={controls}
                options={CONTROLS}
                onChange={(next) => choose({ controls: next })}
              />
            </Field>
            {controls !== "none" && (
              <NumberField
                id="control-wells"
                label="Wells for each control"
                class="short"
                min={1}
                max={96}
                value={controlWells}
                onChange={(wells) => choose({ controlWells: wells || 1 })}
              />
            )}
            <label class="check">
              <input
                type="checkbox"
                checked={freeEdge}
                onChange={({ currentTarget }) => choose({ freeEdge: currentTarget.checked })}
              />
              Leave edge wells empty
            </label>
          </div>
        </div>
      </section>
      {best && controls !== "none" && controls !== "reference" && (
        <p class="small muted">
          The best measured variant when the models were trained{" "}
          {best.sequence === designs[0]?.parent ? "is the reference itself, with" : "has"} {best.assay}{" "}
          {formatValue(best.value)}, the mean of its rows.
        </p>
      )}
      {fill !== "rows" && (
        <p class="small muted">
          A stored order fills its plates by rows (A01, A02, …), unlike the plates and files of this page.
          Choose this fill order if you store the order and pipette by these files.
        </p>
      )}
      {designs[0]?.parent.includes(CHAIN_BREAK) && (
        <section class="card" aria-labelledby="template">
          <header>
            <h2 id="template">Template</h2>
          </header>
          <div class="body">
            <MarkedSequence
              sequence={designs[0].parent}
              reference={designs[0].parent}
              numbering={usualNumbering}
            />
          </div>
        </section>
      )}
      {placed.problem !== null && <p class="notice danger">{placed.problem}</p>}
      <PlateMap wells={placed.wells} order={order} size={Number(size) as PlateSize} />
      {[...new Set(order.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))].map(
        (assay) => (
          <DesignsChart key={assay} order={order} measured={measured} assay={assay} />
        ),
      )}
      <ResultsForm
        order={order}
        wells={placed.wells}
        target={target}
        context={context}
        fileName={fileName(title, "results", "tsv")}
      />
      <DesignList
        order={order}
        wells={placed.wells}
        measured={measured}
        numbering={orderNumbering(choices, usualNumbering)}
      />
    </Page>
  );
}
