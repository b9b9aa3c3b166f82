import { useState } from "preact/hooks";
import { checkReferenceWells } from "#client/referenceWells.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import {
  type Normalization,
  normalizableColumns,
  normalizedView,
} from "#shared/domain/columns/normalizedView.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Field, Select } from "../../parts/form.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { navigate } from "../../router.ts";

type Table = components["schemas"]["Table"];

const METHODS: Record<Normalization, string> = {
  RATIO: "ratio to the reference",
  DIFFERENCE: "difference from the reference",
  Z_SCORE: "z-score (in standard deviations of the reference)",
  PERCENT_OF_CONTROL: "percent of control",
};
const NONE = "";
const MAX_VALUES = 100;

/** Form for a view that compares values with the reference wells on the same plate. */
export function NormalizeForm({ table }: { table: Table }) {
  const { values, plate: foundPlate, controls } = normalizableColumns(table.columns);
  const workspace = useWorkspace();
  const [value, setValue] = useState(values[0] ?? "");
  const [plate, setPlate] = useState(foundPlate ?? NONE);
  const [column, setColumn] = useState(controls[0] ?? "");
  const [control, setControl] = useState("");
  const [positive, setPositive] = useState("");
  const [warned, setWarned] = useState<{ input: string; warning: string } | null>(null);
  const [method, setMethod] = useState<Normalization>("RATIO");
  const known = latestOf(
    useResource(`values of ${workspace.name} ${table.reference} ${column}`, () =>
      column === "" ? Promise.resolve([]) : valuesOf(workspace, table.reference, column),
    ),
  );
  if (values.length === 0 || controls.length === 0) return null;
  const isPercent = method === "PERCENT_OF_CONTROL";
  const input = {
    table: table.reference,
    columns: table.columns,
    value,
    plate: plate === NONE ? null : plate,
    control: { column, value: control },
    method,
    positive: isPercent && positive !== "" ? positive : null,
  };
  const view = normalizedView(input);
  const written = JSON.stringify(input);
  const isConfirmed = warned?.input === written;
  const save = async () => {
    if (!isConfirmed) {
      const { refusal, warning } = await checkReferenceWells(workspace, input);
      if (refusal !== null) throw new Error(refusal);
      if (warning !== null) {
        setWarned({ input: written, warning });
        return;
      }
    }
    await workspace.createView(view.reference, view.query, view.formula);
    readAgain();
    navigate(pathIn(workspace, "tables", view.reference));
  };
  const names = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, name]));
  const wells = (
    <datalist id="well-values">
      {(known ?? []).map((one) => (
        <option key={one} value={one} />
      ))}
    </datalist>
  );
  return (
    <details class="card">
      <summary>Compare values with reference wells</summary>
      <div class="body">
        <p class="small muted">
          Creates a view with an additional column. The measured values remain unchanged, and the formula is
          stored with the view.
        </p>
        <div class="row top">
          <Field id="normalized-value" label="Values">
            <Select id="normalized-value" value={value} options={names(values)} onChange={setValue} />
          </Field>
          <Field
            id="normalized-plate"
            label="On the same"
            hint="Plate or batch that the reference wells share"
          >
            <Select
              id="normalized-plate"
              value={plate}
              options={{ [NONE]: "whole table", ...names(table.columns.map(({ name }) => name)) }}
              onChange={setPlate}
            />
          </Field>
          <Field id="control-column" label="Reference wells are where">
            <Select id="control-column" value={column} options={names(controls)} onChange={setColumn} />
          </Field>
          <Field id="control-value" label="is" hint="Such as WT, or true">
            {wells}
            <input
              id="control-value"
              list="well-values"
              aria-describedby="control-value-hint"
              value={control}
              onInput={({ currentTarget }) => setControl(currentTarget.value)}
            />
          </Field>
          <Field id="normalized-method" label="As">
            <Select id="normalized-method" value={method} options={METHODS} onChange={setMethod} />
          </Field>
          {isPercent && (
            <Field
              id="positive-value"
              label="The 100 % wells are where it is"
              hint="If empty, the reference wells are 100 %"
            >
              <input
                id="positive-value"
                list="well-values"
                aria-describedby="positive-value-hint"
                value={positive}
                onInput={({ currentTarget }) => setPositive(currentTarget.value)}
              />
            </Field>
          )}
        </div>
        {control !== "" && (
          <p>
            <code>{view.formula}</code>
          </p>
        )}
        {isConfirmed && <p role="status">{warned.warning}</p>}
        <div>
          <ActionButton busy="Saving…" run={save} disabled={control === ""}>
            {isConfirmed ? "Create it anyway:" : "Make"} the view {view.reference}
          </ActionButton>
        </div>
      </div>
    </details>
  );
}

/** Returns the values of a column, most frequent first. */
async function valuesOf(workspace: Workspace, reference: string, column: string): Promise<string[]> {
  const cell = `CAST(${quoteName(column)} AS varchar)`;
  const result = await workspace.query<{ value: string }>(
    `SELECT ${cell} AS value FROM ${quoteReference(reference)} WHERE ${cell} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_VALUES}`,
  );
  return (await result.rows()).map(({ value }) => value);
}
