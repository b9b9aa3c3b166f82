import { useMemo } from "preact/hooks";
import { useWorkspace } from "../../../lab.ts";
import { Select } from "../../../parts/form.tsx";
import { plural } from "../../../parts/format.ts";
import { variantPath } from "../../../plots/variantPath.ts";
import { address, navigate, setQuery } from "../../../router.ts";
import { Heatmap } from "../../table/heatmap/heatmap.tsx";
import { type MeasuredVariant, RESIDUES } from "../../table/heatmap/substitutions.ts";
import { predictedHeatmap } from "./predictedHeatmap.ts";
import type { Predictions } from "./readPredictions.ts";

const VIEWS = {
  predicted: "predicted",
  measured: "measured",
  difference: "predicted minus measured",
} as const;
type View = keyof typeof VIEWS;

interface SubstitutionHeatmapProps {
  found: Predictions;
  template: string;
  assay: string;
  measured: readonly MeasuredVariant[];
  isHigherBetter: boolean;
}

/** Heatmap of all single substitutions: predicted, measured, or their difference. Clicking a cell opens the variant. */
export function SubstitutionHeatmap({
  found,
  template,
  assay,
  measured,
  isHigherBetter,
}: SubstitutionHeatmapProps) {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const maps = useMemo(() => {
    const predicted = found.sequences.flatMap(({ sequence, predictions }) =>
      predictions
        .filter((prediction) => prediction.assay === assay)
        .map(({ mean }) => ({ sequence, value: mean, mutations: null })),
    );
    return predictedHeatmap(template, predicted, measured, found.numbering);
  }, [found, template, assay, measured]);
  const asked = searchParams.get("show") ?? "";
  const view: View = maps.measured && Object.hasOwn(VIEWS, asked) ? (asked as View) : "predicted";
  const shown = maps[view] ?? maps.predicted;
  const open = (position: number, residue: number) => {
    const sequence = template.slice(0, position) + RESIDUES[residue] + template.slice(position + 1);
    navigate(variantPath(workspace, sequence));
  };
  return (
    <>
      <div class="row">
        {maps.measured && (
          <>
            <label for="show">Show</label>
            <Select
              id="show"
              value={view}
              options={VIEWS}
              onChange={(next) => setQuery({ show: next }, { replace: true })}
            />
          </>
        )}
      </div>
      <p class="small muted">
        {maps.measured
          ? `${plural(maps.measured.rowsUsed, "single substitution")} of this protein ${maps.measured.rowsUsed === 1 ? "was" : "were"} measured when the model was trained.`
          : "No single substitution of this protein was measured when the model was trained."}{" "}
        Click a cell to see everything known about the variant.
      </p>
      <Heatmap
        shown={shown}
        assay={
          view === "predicted" ? `${assay}, predicted` : view === "measured" ? assay : `${assay}, difference`
        }
        isHigherBetter={isHigherBetter}
        onOpen={open}
      />
    </>
  );
}
