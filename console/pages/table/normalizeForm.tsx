import { useState } from "preact/hooks";
import { checkReferenceWells } from "#client/referenceWells.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Table } from "#client/resources.ts";
import type { Workspace } from "#client/workspace.ts";
import {
  type Normalization,
  type NormalizedInput,
  normalizableColumns,
  normalizedView,
} from "#shared/domain/columns/normalizedView.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Field, Select, SelectField } from "../../parts/form.tsx";
import { optionsOf } from "../../parts/optionsOf.ts";
import { latestOf, useResource } from "../../resource.ts";
import { makeView } from "./makeView.ts";

const METHODS: Record<Normalization, string> = {
  RATIO: "ratio to the reference",
  DIFFERENCE: "difference from the reference",
  Z_SCORE: "z-score (in standard deviations of the reference)",
  PERCENT_OF_CONTROL: "percent of control",
};
const NONE = "";
const MAX_VALUES = 100;

interface Choices {
  value: string;
  /** Column of plates; `NONE` for the whole table. */
  plate: string;
  /** Column that marks the reference wells, and their value in it. */
  column: string;
  control: string;
  method: Normalization;
  /** Value of the 100 % wells. */
  positive: string;
}

/** Form for a view that compares values with the reference wells on the same plate. */
export function NormalizeForm({ table }: { table: Table }) {
  const { values, plate, controls } = normalizableColumns(table.columns);
  const [choices, setChoices] = useState<Choices>({
    ...{ value: values[0] ?? "", plate: plate ?? NONE },
    ...{ column: controls[0] ?? "", control: "", method: "RATIO", positive: "" },
  });
  if (values.length === 0 || controls.length === 0) return null;
  return (
    <details class="card">
      <summary>Compare values with reference wells</summary>
      <div class="body">
        <p class="small muted">
          Creates a view with an additional column. The measured values remain unchanged, and the formula is
          stored with the view.
        </p>
        <ChoiceFields
          table={table}
          choices={choices}
          onChange={(changes) => setChoices((now) => ({ ...now, ...changes }))}
        />
        <MakeView input={inputOf(table, choices)} isComplete={choices.control !== ""} />
      </div>
    </details>
  );
}

function inputOf(table: Table, choices: Choices): NormalizedInput {
  const { value, plate, column, control, method, positive } = choices;
  return {
    table: table.reference,
    columns: table.columns,
    value,
    plate: plate === NONE ? null : plate,
    control: { column, value: control },
    method,
    positive: method === "PERCENT_OF_CONTROL" && positive !== "" ? positive : null,
  };
}

interface ChoiceFieldsProps {
  table: Table;
  choices: Choices;
  onChange: (changes: Partial<Choices>) => void;
}

function ChoiceFields({ table, choices, onChange }: ChoiceFieldsProps) {
  const workspace = useWorkspace();
  const { values, controls } = normalizableColumns(table.columns);
  const { column } = choices;
  const wellValues = latestOf(
    useResource(`values of ${workspace.name} ${table.reference} ${column}`, () =>
      column === "" ? Promise.resolve([]) : valuesOf(workspace, table.reference, column),
    ),
  );
  const field = (id: string, name: "value" | "plate" | "column", options: Record<string, string>) => (
    <Select
      id={id}
      value={choices[name]}
      options={options}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div class="row top">
      <Field id="normalized-value" label="Values">
        {field("normalized-value", "value", optionsOf(values))}
      </Field>
      <Field id="normalized-plate" label="On the same" hint="Plate or batch that the reference wells share">
        {field("normalized-plate", "plate", {
          [NONE]: "whole table",
          ...optionsOf(table.columns.map(({ name }) => name)),
        })}
      </Field>
      <Field id="control-column" label="Reference wells are where">
        {field("control-column", "column", optionsOf(controls))}
      </Field>
      <datalist id="well-values">
        {(wellValues ?? []).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <WellField
        id="control-value"
        label="is"
        hint="Such as WT, or true"
        value={choices.control}
        onChange={(control) => onChange({ control })}
      />
      <MethodFields choices={choices} onChange={onChange} />
    </div>
  );
}

function MethodFields({ choices, onChange }: Pick<ChoiceFieldsProps, "choices" | "onChange">) {
  return (
    <>
      <SelectField
        id="normalized-method"
        label="As"
        value={choices.method}
        options={METHODS}
        onChange={(method) => onChange({ method })}
      />
      {choices.method === "PERCENT_OF_CONTROL" && (
        <WellField
          id="positive-value"
          label="The 100 % wells are where it is"
          hint="If empty, the reference wells are 100 %"
          value={choices.positive}
          onChange={(positive) => onChange({ positive })}
        />
      )}
    </>
  );
}

interface WellFieldProps {
  id: string;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** Text field that proposes the values of the wells. */
function WellField({ id, label, hint, value, onChange }: WellFieldProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        id={id}
        list="well-values"
        aria-describedby={`${id}-hint`}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

/** Shows the formula of the view, and creates it after a confirmation if some plates have no reference wells. */
function MakeView({ input, isComplete }: { input: NormalizedInput; isComplete: boolean }) {
  const workspace = useWorkspace();
  const [warned, setWarned] = useState<{ input: string; warning: string } | null>(null);
  const view = normalizedView(input);
  const written = JSON.stringify(input);
  const isConfirmed = warned?.input === written;
  const make = async () => {
    if (!isConfirmed) {
      const { refusal, warning } = await checkReferenceWells(workspace, input);
      if (refusal !== null) throw new Error(refusal);
      if (warning !== null) return setWarned({ input: written, warning });
    }
    await makeView(workspace, view);
  };
  return (
    <>
      {isComplete && (
        <p>
          <code>{view.formula}</code>
        </p>
      )}
      {isConfirmed && <p role="status">{warned.warning}</p>}
      <div>
        <ActionButton busy="Saving…" run={make} disabled={!isComplete}>
          {isConfirmed ? "Create it anyway:" : "Make"} the view {view.reference}
        </ActionButton>
      </div>
    </>
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
