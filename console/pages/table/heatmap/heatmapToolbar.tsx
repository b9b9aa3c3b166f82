import { Checkbox, Select } from "../../../parts/form.tsx";
import { optionsOf } from "../../../parts/optionsOf.ts";
import { address, setQuery } from "../../../router.ts";
import { CHAINS } from "./chainVariants.ts";
import type { HeatmapChoices } from "./heatmapChoices.ts";
import type { TableHeatmapData } from "./useTableHeatmap.ts";
import { WhiteChoice } from "./whiteChoice.tsx";

const BETTER = { higher: "higher is better", lower: "lower is better" };
const COUNTED = { single: "this substitution alone", all: "mean of all sequences with it" };

interface HeatmapToolbarProps {
  assays: readonly string[];
  choices: HeatmapChoices;
  data: TableHeatmapData;
}

/** Choices for a heatmap, which the URL contains. */
export function HeatmapToolbar({ assays, choices, data }: HeatmapToolbarProps) {
  const { assay, chain, isHigherBetter } = choices;
  const { whole, counted, unmeasured, isMeasuredOnly } = data;
  return (
    <div class="row">
      <QuerySelect name="assay" label="Assay" value={assay} options={optionsOf(assays)} />
      {chain !== null && <QuerySelect name="chain" label="Chain" value={chain} options={CHAINS} />}
      <QuerySelect
        name="better"
        label="Values"
        value={isHigherBetter ? "higher" : "lower"}
        options={BETTER}
      />
      <QuerySelect name="rows" label="Rows" value={counted} options={COUNTED} />
      {whole && <WhiteChoice substitutions={whole} stated={address.value.searchParams.get("white") ?? ""} />}
      {unmeasured > 0 && (
        <Checkbox
          checked={isMeasuredOnly}
          onChange={(isChecked) => setQuery({ positions: isChecked ? "measured" : "all" })}
        >
          Only positions with values
        </Checkbox>
      )}
    </div>
  );
}

interface QuerySelectProps {
  /** Name of the URL parameter. */
  name: string;
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
}

/** Selector for a URL parameter. */
function QuerySelect({ name, label, value, options }: QuerySelectProps) {
  return (
    <>
      <label for={name}>{label}</label>
      <Select id={name} value={value} options={options} onChange={(next) => setQuery({ [name]: next })} />
    </>
  );
}
