import { useState } from "preact/hooks";
import { type Scale, trainRequest } from "#client/requests/trainRequest.ts";
import { pathIn, projectOf, take, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Field, Select } from "../../../parts/form.tsx";
import { formatNumber } from "../../../parts/format.ts";
import { Loading, Page } from "../../../parts/page.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { address, navigate, setQuery } from "../../../router.ts";
import { numericColumns, sequenceColumns } from "../../columnChoices.ts";
import { type Material, readMaterial } from "./material.ts";

const SCALES: Record<Scale, string> = {
  MULTIPLICATIVE: "as ratios (activities, rates)",
  ADDITIVE: "as differences (temperatures, logarithms)",
  RANK: "by their order alone",
};

/** Form that trains models on a table. The table is in the address. */
export function TrainPage() {
  const workspace = useWorkspace();
  const read = useResource(`trainable ${workspace.name}`, async () =>
    (await take(workspace.tables())).filter(
      (table) => sequenceColumns(table).length > 0 && numericColumns(table).length > 0,
    ),
  );
  const tables = latestOf(read);
  const asked = address.value.searchParams.get("table");
  const table = tables?.find(({ reference }) => reference === asked) ?? tables?.[0];
  return (
    <Page title="Train models">
      <p>
        Models learn from measured variants what sequences are plausible, and what the assays will say of new
        ones.
      </p>
      {read.state === "failed" && <Failure error={read.error} />}
      {read.state === "loading" && !tables && <Loading />}
      {tables?.length === 0 && (
        <div class="card empty">
          <p>No table has both protein sequences and numbers yet.</p>
          <p class="small muted">
            One cell with another letter makes a column text: import it with the type “sequence (amino
            acids)”, and the cells that are none are named.
          </p>
          <a class="button primary" href={pathIn(workspace, "import")}>
            Import a file
          </a>
        </div>
      )}
      {tables && table && (
        <>
          <Field id="table" label="Table">
            <Select
              id="table"
              value={table.reference}
              options={Object.fromEntries(tables.map(({ reference }) => [reference, reference]))}
              onChange={(reference) => setQuery({ table: reference }, { replace: true })}
            />
          </Field>
          <TrainForm key={table.id} table={table} />
        </>
      )}
    </Page>
  );
}

type Table = Parameters<typeof numericColumns>[0] & { reference: string; version_id?: string };

function TrainForm({ table }: { table: Table }) {
  const workspace = useWorkspace();
  const [sequenceColumn = ""] = sequenceColumns(table);
  const read = useResource(`material ${table.reference} ${table.version_id}`, () =>
    readMaterial(workspace, table, sequenceColumn),
  );
  const material = latestOf(read);
  if (read.state === "failed") return <Failure error={read.error} />;
  if (!material) return <Loading label="Looking at the rows" />;
  return <Choices table={table.reference} sequenceColumn={sequenceColumn} material={material} />;
}

interface ChoicesProps {
  table: string;
  sequenceColumn: string;
  material: Material;
}

function Choices({ table, sequenceColumn, material }: ChoicesProps) {
  const workspace = useWorkspace();
  const [name, setName] = useState(`Models of ${table}`);
  const [reference, setReference] = useState(material.reference);
  const [assays, setAssays] = useState(material.assays);
  const chosen = assays.filter(({ isChosen }) => isChosen);
  const change = (column: string, changes: Partial<(typeof assays)[number]>) =>
    setAssays(assays.map((assay) => (assay.column === column ? { ...assay, ...changes } : assay)));
  const train = async () => {
    const task = await workspace.train(
      trainRequest({
        project: await projectOf(workspace),
        table,
        sequenceColumn,
        reference: reference.trim(),
        assays: chosen,
        name: name.trim() || null,
      }),
    );
    navigate(pathIn(workspace, "tasks", task.id));
  };
  return (
    <>
      <section class="card">
        <header>
          <h2>Assays</h2>
        </header>
        <div class="body">
          {assays.map(({ column, isChosen, values, scale, unit }) => (
            <div key={column} class="row">
              <label class="check">
                <input
                  type="checkbox"
                  checked={isChosen}
                  onChange={({ currentTarget }) => change(column, { isChosen: currentTarget.checked })}
                />
                {column}
              </label>
              <span class="small muted">{formatNumber(values)} values</span>
              {isChosen && (
                <>
                  <Select
                    id={`scale-${column}`}
                    label={`How values of ${column} compare`}
                    value={scale}
                    options={SCALES}
                    onChange={(next) => change(column, { scale: next })}
                  />
                  <input
                    aria-label={`Unit of ${column}`}
                    placeholder="unit"
                    size={8}
                    value={unit}
                    onInput={({ currentTarget }) => change(column, { unit: currentTarget.value })}
                  />
                </>
              )}
            </div>
          ))}
        </div>
      </section>
      <Field
        id="reference"
        label="Reference protein"
        hint={`${reference.trim().length} residues; proposed from the rows. Variants are compared with it.`}
      >
        <textarea
          id="reference"
          class="mono"
          rows={3}
          aria-describedby="reference-hint"
          value={reference}
          onInput={({ currentTarget }) => setReference(currentTarget.value)}
        />
      </Field>
      <Field id="name" label="Name">
        <input id="name" value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </Field>
      <p role="status">{willUse(material, chosen)}</p>
      <div>
        <ActionButton class="primary" busy="Starting…" run={train} disabled={chosen.length === 0}>
          Train
        </ActionButton>
      </div>
    </>
  );
}

/** Says what a training will use. */
function willUse({ rows }: Material, chosen: readonly { column: string; values: number }[]): string {
  if (chosen.length === 0) return "Choose at least one assay.";
  const most = Math.max(...chosen.map(({ values }) => values));
  return `It will use up to ${formatNumber(most)} of ${formatNumber(rows)} rows: those with a sequence and a value.`;
}
