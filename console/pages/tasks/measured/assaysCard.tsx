import type { Scale } from "#client/requests/trainRequest.ts";
import { Card } from "../../../parts/card.tsx";
import { Checkbox } from "../../../parts/form.tsx";
import { formatNumber } from "../../../parts/format.ts";
import type { AssayChoice } from "./material.ts";
import { ScaleField } from "./scaleField.tsx";

interface AssaysCardProps {
  assays: readonly AssayChoice[];
  /** Scales in the project's latest model, by column; undefined while they are being read. */
  scales: ReadonlyMap<string, Scale> | undefined;
  onChange: (assays: AssayChoice[]) => void;
}

/** Choice of the assays, and of how their values are compared. */
export function AssaysCard({ assays, scales, onChange }: AssaysCardProps) {
  const change = (column: string, changes: Partial<AssayChoice>) =>
    onChange(assays.map((assay) => (assay.column === column ? { ...assay, ...changes } : assay)));
  return (
    <Card
      title="Assays"
      note="What was measured, and how two values are compared: as ratios (twice as active), as differences (5 °C more), or only by their order. By default, as in the project's latest model; without one, the scale is chosen from the data, and the report states why."
    >
      {assays.map((assay) => (
        <AssayRow
          key={assay.column}
          assay={assay}
          earlierScale={scales?.get(assay.column) ?? null}
          onChange={(changes) => change(assay.column, changes)}
        />
      ))}
    </Card>
  );
}

interface AssayRowProps {
  assay: AssayChoice;
  earlierScale: Scale | null;
  onChange: (changes: Partial<AssayChoice>) => void;
}

function AssayRow({ assay, earlierScale, onChange }: AssayRowProps) {
  const { column, isChosen, values, scale, likely, unit } = assay;
  return (
    <div class="row">
      <Checkbox checked={isChosen} onChange={(isChecked) => onChange({ isChosen: isChecked })}>
        {column}
      </Checkbox>
      {values !== null && <span class="small muted">{formatNumber(values)} values</span>}
      {isChosen && (
        <>
          <ScaleField
            column={column}
            value={scale}
            likely={likely}
            earlier={earlierScale}
            onChange={(next) => onChange({ scale: next })}
          />
          <input
            aria-label={`Unit of ${column}`}
            placeholder="unit"
            size={8}
            value={unit}
            onInput={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}
