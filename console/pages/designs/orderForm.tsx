import { useState } from "preact/hooks";
import { Checkbox, NameField, NumberField, SelectField } from "../../parts/form.tsx";
import { problemOfName } from "../../parts/names.ts";
import { DESIGN_PREFIX } from "./designPrefix.ts";
import { CONTROLS, FILL, type OrderChoices, PICK_BY, SIZES } from "./orderChoices.ts";

interface OrderFormProps {
  /** Number of designs that the task made. */
  available: number;
  choices: OrderChoices;
  onChange: (changes: Partial<OrderChoices>) => void;
}

/** Choices of an order: its designs, their names and numbers, and their plates. */
export function OrderForm(props: OrderFormProps) {
  const { choices, onChange } = props;
  return (
    <section class="card" aria-label="What is ordered">
      <div class="body">
        <div class="row top">
          <CountField {...props} />
          <NameField
            id="prefix"
            label="Name prefix"
            rule={DESIGN_PREFIX}
            problem={choices.prefix === "" ? problemOfName(DESIGN_PREFIX, choices.prefix) : null}
            maxLength={20}
            value={choices.prefix}
            onChange={(prefix) => onChange({ prefix })}
          />
          <NumberField
            id="first"
            label="The first residue is number"
            class="short"
            min={-10_000}
            max={100_000}
            value={choices.firstNumber}
            onChange={(number) => onChange({ firstNumber: Number.isSafeInteger(number) ? number : 1 })}
          />
          <SelectField
            id="by"
            label="Chosen by"
            value={choices.by}
            options={PICK_BY}
            onChange={(by) => onChange({ by })}
          />
          <PlateFields {...props} />
        </div>
      </div>
    </section>
  );
}

function CountField({ available, choices, onChange }: OrderFormProps) {
  /** Number of designs as typed by the user; may exceed the number available. */
  const [typed, setTyped] = useState(choices.count);
  const isTooMany = typed > available;
  return (
    <NumberField
      id="chosen"
      label={`Number of designs (max ${available})`}
      class="short"
      min={1}
      max={available}
      problem={isTooMany ? `There are only ${available} designs, so all of them are included.` : null}
      value={isTooMany ? typed : choices.count}
      onChange={(count) => {
        setTyped(count);
        onChange({ count: Math.min(count, available) });
      }}
    />
  );
}

function PlateFields({ choices, onChange }: OrderFormProps) {
  const { size, fill, controls, controlWells, freeEdge } = choices;
  return (
    <>
      <SelectField
        id="size"
        label="Plate"
        value={size}
        options={SIZES}
        onChange={(next) => onChange({ size: next })}
      />
      <SelectField
        id="fill"
        label="Fill order"
        value={fill}
        options={FILL}
        onChange={(next) => onChange({ fill: next })}
      />
      <SelectField
        id="controls"
        label="Controls on each plate"
        value={controls}
        options={CONTROLS}
        onChange={(next) => onChange({ controls: next })}
      />
      {controls !== "none" && (
        <NumberField
          id="control-wells"
          label="Wells for each control"
          class="short"
          min={1}
          max={96}
          value={controlWells}
          onChange={(wells) => onChange({ controlWells: wells || 1 })}
        />
      )}
      <Checkbox checked={freeEdge} onChange={(isChecked) => onChange({ freeEdge: isChecked })}>
        Leave edge wells empty
      </Checkbox>
    </>
  );
}
