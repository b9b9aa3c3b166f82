import { useState } from "preact/hooks";
import { Field, NameField, NumberField, Select, TextField } from "../../parts/form.tsx";
import { TABLE_NAME } from "../../parts/names.ts";
import { Specimen } from "./specimen.tsx";

/** Fields with and without a hint or a problem. */
export function FormParts() {
  const [text, setText] = useState("Models of variants");
  const [name, setName] = useState("Plate 3, May");
  const [number, setNumber] = useState(48);
  const [choice, setChoice] = useState<"ratios" | "differences">("ratios");
  const [isChecked, setChecked] = useState(true);
  return (
    <Specimen title="Fields">
      <div class="columns even">
        <div class="stack">
          <TextField
            id="text"
            label="Text"
            hint="A hint says what belongs here."
            value={text}
            onChange={setText}
          />
          <NameField
            id="named"
            label="Name with a problem"
            rule={TABLE_NAME}
            value={name}
            onChange={setName}
          />
          <TextField
            id="wrong"
            label="Text with a problem"
            problem="There are two columns with this name. Choose another one."
            value="tm"
            onChange={() => undefined}
          />
        </div>
        <div class="stack">
          <NumberField id="number" label="Number" min={1} max={96} value={number} onChange={setNumber} />
          <Field id="choice" label="Choice">
            <Select
              id="choice"
              value={choice}
              options={{ ratios: "ratios (activity, rate)", differences: "differences (°C, logarithm)" }}
              onChange={setChoice}
            />
          </Field>
          <Field id="area" label="Sequence">
            <textarea id="area" class="mono" rows={3} value="MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ" readOnly />
          </Field>
          <label class="check">
            <input
              type="checkbox"
              checked={isChecked}
              onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
            />
            Checked
          </label>
          <Field id="off" label="Disabled">
            <input id="off" disabled value="not now" />
          </Field>
        </div>
      </div>
    </Specimen>
  );
}
