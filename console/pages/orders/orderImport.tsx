import { useState } from "preact/hooks";
import { type OrderResults, orderResults } from "#client/orderList/orderResults.ts";
import { orderTarget } from "#client/orderList/orderTarget.ts";
import type { Order } from "#client/orders.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { sentenceOf } from "../../parts/failure.tsx";
import { Field } from "../../parts/form.tsx";
import { plural } from "../../parts/format.ts";
import { latestOf, useResource } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { draftOf, importDraft } from "../import/importDraft.ts";
import { readExport } from "./readExport.ts";

interface ReadFile {
  file: File;
  results: OrderResults | null;
  problem: string | null;
}

/** Joins a reader's export with the layout of an order by plate and well, and imports it into the round of the designs. */
export function OrderImport({ order }: { order: Order }) {
  const workspace = useWorkspace();
  const target = latestOf(useResource(`target of ${order.id}`, () => orderTarget(workspace, order)));
  const [value, setValue] = useState<string | null>(null);
  const [read, setRead] = useState<ReadFile | null>(null);
  if (!target || order.wells.every(({ plate }) => plate === null)) return null;
  const named = value ?? target.assays[0] ?? "value";
  const open = async (file: File, column: string) => {
    try {
      const names = { sequence: target.sequence, mutations: target.mutations, value: column };
      setRead({ file, results: orderResults(await readExport(file), order, names), problem: null });
    } catch (error) {
      setRead({ file, results: null, problem: sentenceOf(error) });
    }
  };
  const goOn = () => {
    if (!read?.results) return;
    const name = `${read.file.name.replace(/\.[^.]*$/, "")} of ${order.name}.tsv`;
    importDraft.value = {
      ...draftOf(workspace.name),
      config: null,
      into: target.table,
      project: String(order.project_id),
      ...(order.round_id !== null && { round: String(order.round_id) }),
      step: { name: "given", file: new File([read.results.tsv], name) },
    };
    navigate(pathIn(workspace, "import"));
  };
  return (
    <section class="card" aria-labelledby="order-results">
      <header>
        <h2 id="order-results">Results</h2>
        <span class="small muted">
          Choose the export of your plate reader: its wells are joined with this layout by plate and well
          {target.table === null ? "" : `, and imported into ${target.table}`}.
        </span>
      </header>
      <div class="body">
        <div class="row top">
          <Field
            id="export"
            label="Export of the reader"
            hint="A workbook or a text file; name its plates like those of the order"
          >
            <input
              id="export"
              type="file"
              accept=".xlsx,.csv,.tsv,.txt"
              aria-describedby="export-hint"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) void open(file, named);
              }}
            />
          </Field>
          <Field
            id="measured"
            label="Column for the values"
            hint="For plates with one read; several reads become a column each"
          >
            <input
              id="measured"
              list="measured-assays"
              aria-describedby="measured-hint"
              value={named}
              onInput={({ currentTarget }) => {
                setValue(currentTarget.value);
                if (read) void open(read.file, currentTarget.value);
              }}
            />
            <datalist id="measured-assays">
              {target.assays.map((assay) => (
                <option key={assay} value={assay} />
              ))}
            </datalist>
          </Field>
        </div>
        <p role="status" class={read?.problem ? "danger-text" : ""}>
          {read?.problem}
          {read?.results && foundWords(read.results)}
        </p>
        <div>
          <button type="button" disabled={!read?.results} onClick={goOn}>
            Import {read?.results ? plural(read.results.rows, "row") : "them"} with sequences
          </button>
        </div>
      </div>
    </section>
  );
}

function foundWords({ rows, missing, empty }: OrderResults): string {
  const unmeasured = missing === 0 ? "" : ` ${plural(missing, "well")} of the order without a measurement.`;
  const others =
    empty === 0 ? "" : ` ${plural(empty, "measured well")} that the order leaves empty, not imported.`;
  return `${plural(rows, "well")} of the order found.${unmeasured}${others}`;
}
