import type { Scale } from "#client/requests/trainRequest.ts";
import { Select } from "../../../parts/form.tsx";
import { chosenText, SCALE_NAMES } from "./chosenText.ts";

const SCALES: Record<Scale, string> = {
  MULTIPLICATIVE: "ratios (activity, rate)",
  ADDITIVE: "differences (°C, logarithm)",
  RANK: "order alone (score)",
};
const CHOSEN = "CHOSEN";

interface ScaleFieldProps {
  column: string;
  /** Null to choose it from the data. */
  value: Scale | null;
  /** Scale that the data are likely to choose; null if unknown. */
  likely: Scale | null;
  /** Scale of the project's latest model of this assay; null if there is none. */
  earlier: Scale | null;
  onChange: (scale: Scale | null) => void;
}

/** Choice of the scale of an assay, with what the platform would choose, and a warning if it differs from the latest model's. */
export function ScaleField({ column, value, likely, earlier, onChange }: ScaleFieldProps) {
  return (
    <>
      <Select
        id={`scale-${column}`}
        label={`How values of ${column} compare`}
        value={value ?? CHOSEN}
        options={{ [CHOSEN]: chosenText(earlier, likely), ...SCALES }}
        onChange={(next) => onChange(next === CHOSEN ? null : next)}
      />
      {value !== null && earlier !== null && value !== earlier && (
        <span class="small" role="status">
          The project's latest model compares {SCALE_NAMES[earlier]}: models with different scales cannot be
          compared by their errors.
        </span>
      )}
    </>
  );
}
