import { useMemo, useRef, useState } from "preact/hooks";
import { type MeasuredWells, type OrderResults, orderResults } from "#client/orderList/orderResults.ts";
import { orderTarget } from "#client/orderList/orderTarget.ts";
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
  const [value, setValue] = useState<string | null>(null);
  const [read, setRead] = useState<ReadFile | null>(null);
  const chosen = useRef<File | null>(null);
  const named = value ?? target?.assays[0] ?? "value";
  const { results, problem } = useMemo((): Joined => {
    if (!target || !read?.wells) return { results: null, problem: read?.problem ?? null };
    const names = { sequence: target.sequence, mutations: target.mutations, value: named };
    try {
      return { results: orderResults(read.wells, order, names), problem: null };
    } catch (error) {
      return { results: null, problem: sentenceOf(error) };
    }
  }, [target, read, order, named]);
  if (!target || order.wells.every(({ plate }) => plate === null)) return null;
  const open = async (file: File) => {
    chosen.current = file;
    const opened = await readExport(file).then(
      (wells) => ({ file, wells, problem: null }),
      (error) => ({ file, wells: null, problem: sentenceOf(error) }),
    );
    // Another file may have been chosen in the meantime.
    if (chosen.current === file) setRead(opened);
  };
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
                if (file) void open(file);
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
              onInput={({ currentTarget }) => setValue(currentTarget.value)}
            />
            <datalist id="measured-assays">
              {target.assays.map((assay) => (
                <option key={assay} value={assay} />
              ))}
            </datalist>
          </Field>
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
    </section>
  );
}

function foundWords({ rows, missing, empty }: OrderResults): string {
  const unmeasured = missing === 0 ? "" : ` ${plural(missing, "well")} of the order without a measurement.`;
  const others =
    empty === 0 ? "" : ` ${plural(empty, "measured well")} that the order leaves empty, not imported.`;
  return `${plural(rows, "well")} of the order found.${unmeasured}${others}`;
}
