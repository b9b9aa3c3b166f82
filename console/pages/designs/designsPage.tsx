import { CHAIN_BREAK, type Numbering } from "@pdp/basics/proteins";
import { assaysOf } from "#client/orderList/design.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { formatValue } from "../../parts/format.ts";
import { problemOfName } from "../../parts/names.ts";
import { Page } from "../../parts/page.tsx";
import { PredictionWarning } from "../../parts/predictionWarning.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { Reliability } from "../tasks/reliability.tsx";
import { taskTitle } from "../tasks/taskTitle.ts";
import { MarkedSequence } from "../variant/markedSequence.tsx";
import { DesignList } from "./designList.tsx";
import { DESIGN_PREFIX } from "./designPrefix.ts";
import { DesignsChart } from "./designsChart.tsx";
import { OrderActions } from "./orderActions.tsx";
import { fileName, type OrderChoices, orderNumbering } from "./orderChoices.ts";
import { OrderForm } from "./orderForm.tsx";
import { PlateMap } from "./plateMap.tsx";
import { readTaskDesigns, type TaskDesigns } from "./readTaskDesigns.ts";
import { ResultsForm } from "./resultsForm.tsx";
import { useOrder } from "./useOrder.ts";

/** Designs of a task: choose which ones to make, place them on plates, and save the files for ordering them. */
export function DesignsPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.task ?? "";
  const read = useResource(`designs ${id}`, () => readTaskDesigns(workspace, id));
  const data = latestOf(read);
  if (data) return <Order data={data} />;
  return (
    <Page title="Designs and order list">
      <Reading of={read} label="Reading the designs">
        {() => null}
      </Reading>
    </Page>
  );
}

function Order({ data }: { data: TaskDesigns }) {
  const workspace = useWorkspace();
  const { task, table, designs, usualNumbering, models, target, measured } = data;
  const title = taskTitle(task);
  const { choices, choose, chosen, order, plates } = useOrder(data);
  const store = async () => {
    const { storeOrder } = await import("../orders/storeOrder.ts");
    const stored = await storeOrder(workspace, {
      task: await workspace.task(task.id).get(),
      table,
      name: title,
      designs: chosen,
      choices,
      best: data.best?.sequence ?? null,
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
          plates={plates}
          isNamed={problemOfName(DESIGN_PREFIX, choices.prefix) === null}
          onStore={store}
        />
      }
    >
      <p class="row">
        <a href={pathIn(workspace, "tasks", task.id)}>{title}</a>
        <a href={pathIn(workspace, "tables", table)}>All columns of the designs (positions from 1)</a>
      </p>
      <PredictionWarning of={designs} />
      {models && <Reliability models={models} />}
      <OrderForm available={designs.length} choices={choices} onChange={choose} />
      <OrderNotes data={data} choices={choices} />
      <ChainTemplate template={designs[0]?.parent ?? ""} numbering={usualNumbering} />
      {plates.problem !== null && <p class="notice danger">{plates.problem}</p>}
      <PlateMap wells={plates.wells} order={order} size={plates.size} />
      {assaysOf(order).map((assay) => (
        <DesignsChart key={assay} order={order} measured={measured} assay={assay} />
      ))}
      <ResultsForm
        order={order}
        wells={plates.wells}
        target={target}
        context={task.context}
        fileName={fileName(title, "results", "tsv")}
      />
      <DesignList
        order={order}
        wells={plates.wells}
        measured={measured}
        numbering={orderNumbering(choices, usualNumbering)}
      />
    </Page>
  );
}

/** Describes the best measured control, and how a stored order differs from this page. */
function OrderNotes({
  data: { best, designs },
  choices: { controls, fill },
}: {
  data: TaskDesigns;
  choices: OrderChoices;
}) {
  return (
    <>
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
    </>
  );
}

/** Template of two chains, with their regions marked; nothing for one chain. */
function ChainTemplate({ template, numbering }: { template: string; numbering: Numbering }) {
  if (!template.includes(CHAIN_BREAK)) return null;
  return (
    <Card title="Template" id="template">
      <MarkedSequence sequence={template} reference={template} numbering={numbering} />
    </Card>
  );
}
