import { useMemo, useRef, useState } from "preact/hooks";
import { type MeasuredWells, type OrderResults, orderResults } from "#client/orderList/orderResults.ts";
import { type OrderTarget, orderTarget } from "#client/orderList/orderTarget.ts";
import type { Order } from "#client/orders.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Field } from "../../parts/form.tsx";
import { plural } from "../../parts/format.ts";
import { sentenceOf } from "../../parts/sentenceOf.ts";
import { latestOf, useResource } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { draftOf, importDraft } from "../import/importDraft.ts";
import { readExport } from "./readExport.ts";

interface ReadFile {
  file: File;
  wells: MeasuredWells | null;
  problem: string | null;
}

/** Results joined with the layout of an order, or the reason why they cannot be joined. */
type Joined = { results: OrderResults; problem: null } | { results: null; problem: string | null };

/** Joins a reader's export with the layout of an order by plate and well, and imports it into the round of the designs. */
export function OrderImport({ order }: { order: Order }) {
  const workspace = useWorkspace();
  const target = latestOf(useResource(`target of ${order.id}`, () => orderTarget(workspace, order)));
  if (!target || order.wells.every(({ plate }) => plate === null)) return null;
  return (
    <section class="card" aria-labelledby="order-results">
      <header>
        <h2 id="order-results">Results</h2>
        <span class="small muted">
          Choose the export of your plate reader: its wells are joined with this layout by plate and well
          {target.table === null ? "" : `, and imported into ${target.table}`}.
        </span>
      </header>
      <ExportForm order={order} target={target} />
    </section>
  );
}

interface ExportFormProps {
  order: Order;
  target: OrderTarget;
}

function ExportForm({ order, target }: ExportFormProps) {
  const workspace = useWorkspace();
  const [value, setValue] = useState(target.assays[0] ?? "value");
  const [read, open] = useExport();
  const { results, problem } = useMemo(
    () => joinOrder(read, order, target, value),
    [read, order, target, value],
  );
  const goOn = () => {
    if (!read || !results) return;
    const name = `${read.file.name.replace(/\.[^.]*$/, "")} of ${order.name}.tsv`;
    importDraft.value = {
      ...draftOf(workspace.name),
      config: null,
      into: target.table,
      project: String(order.project_id),
      ...(order.round_id !== null && { round: String(order.round_id) }),
      step: { name: "given", file: new File([results.tsv], name) },
    };
    navigate(pathIn(workspace, "import"));
  };
  return (
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
              if (file) void open(file);
            }}
          />
        </Field>
        <ValueField assays={target.assays} value={value} onChange={setValue} />
      </div>
      <p role="status" class={problem ? "danger-text" : ""}>
        {problem}
        {results && foundWords(results)}
      </p>
      <div>
        <button type="button" disabled={!results} onClick={goOn}>
          Import {results ? plural(results.rows, "row") : "them"} with sequences
        </button>
      </div>
    </div>
  );
}

/** Returns the latest file that was chosen with its wells, and a function that reads another one. */
function useExport() {
  const [read, setRead] = useState<ReadFile | null>(null);
  const latest = useRef<File | null>(null);
  const open = async (file: File) => {
    latest.current = file;
    const opened = await readExport(file).then(
      (wells) => ({ file, wells, problem: null }),
      (error) => ({ file, wells: null, problem: sentenceOf(error) }),
    );
    // Another file may have been chosen in the meantime.
    if (latest.current === file) setRead(opened);
  };
  return [read, open] as const;
}

function joinOrder(read: ReadFile | null, order: Order, target: OrderTarget, value: string): Joined {
  if (!read?.wells) return { results: null, problem: read?.problem ?? null };
  const names = { sequence: target.sequence, mutations: target.mutations, value };
  try {
    return { results: orderResults(read.wells, order, names), problem: null };
  } catch (error) {
    return { results: null, problem: sentenceOf(error) };
  }
}

interface ValueFieldProps {
  assays: readonly string[];
  value: string;
  onChange: (column: string) => void;
}

function ValueField({ assays, value, onChange }: ValueFieldProps) {
  return (
    <Field
      id="measured"
      label="Column for the values"
      hint="For plates with one read; several reads become a column each"
    >
      <input
        id="measured"
        list="measured-assays"
        aria-describedby="measured-hint"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id="measured-assays">
        {assays.map((assay) => (
          <option key={assay} value={assay} />
        ))}
      </datalist>
    </Field>
  );
}

function foundWords({ rows, missing, empty }: OrderResults): string {
  const unmeasured = missing === 0 ? "" : ` ${plural(missing, "well")} of the order without a measurement.`;
  const others =
    empty === 0 ? "" : ` ${plural(empty, "measured well")} that the order leaves empty, not imported.`;
  return `${plural(rows, "well")} of the order found.${unmeasured}${others}`;
}
