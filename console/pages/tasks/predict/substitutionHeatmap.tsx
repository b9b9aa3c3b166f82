import { assemblyOf } from "@pdp/basics/proteins";
import { useMemo } from "preact/hooks";
import { useWorkspace } from "../../../lab.ts";
import { Select } from "../../../parts/form.tsx";
import { plural } from "../../../parts/format.ts";
import { variantPath } from "../../../plots/variantPath.ts";
import { address, navigate, setQuery } from "../../../router.ts";
import {
  CHAINS,
  type Chain,
  chainTexts,
  variantsOfChain,
  withChain,
} from "../../table/heatmap/chainVariants.ts";
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
const TITLE_ENDS: Record<View, string> = {
  predicted: ", predicted",
  measured: "",
  difference: ", difference",
};

interface SubstitutionHeatmapProps {
  results: Predictions;
  template: string;
  assay: string;
  measured: readonly MeasuredVariant[];
  isHigherBetter: boolean;
}

/** Heatmap of all single substitutions: predicted, measured, or their difference. Clicking a cell opens the variant. */
export function SubstitutionHeatmap(props: SubstitutionHeatmapProps) {
  const { template, assay, isHigherBetter } = props;
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const chain = chainOf(template, searchParams.get("chain"));
  const maps = useMaps(props, chain);
  const show = searchParams.get("show") ?? "";
  const view: View = maps.measured && Object.hasOwn(VIEWS, show) ? (show as View) : "predicted";
  const open = (position: number, residue: number) => {
    const protein = chain === null ? template : chainTexts(template, chain).selected;
    const sequence = protein.slice(0, position) + RESIDUES[residue] + protein.slice(position + 1);
    navigate(variantPath(workspace, chain === null ? sequence : withChain(template, chain, sequence)));
  };
  return (
    <>
      <div class="row">
        {chain !== null && (
          <>
            <label for="chain">Chain</label>
            <Select
              id="chain"
              value={chain}
              options={CHAINS}
              onChange={(next) => setQuery({ chain: next }, { replace: true })}
            />
          </>
        )}
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
        {measuredWords(maps.measured?.rowsUsed ?? 0)} Click a cell to see everything known about the variant.
      </p>
      <Heatmap
        shown={maps[view] ?? maps.predicted}
        assay={`${assay}${TITLE_ENDS[view]}`}
        isHigherBetter={isHigherBetter}
        onOpen={open}
      />
    </>
  );
}

/** Returns the heatmaps of a protein, or of one of its chains. */
function useMaps({ results, template, assay, measured }: SubstitutionHeatmapProps, chain: Chain | null) {
  return useMemo(() => {
    const predicted = results.sequences.flatMap(({ sequence, predictions }) =>
      predictions
        .filter((prediction) => prediction.assay === assay)
        .map(({ mean }) => ({ sequence, value: mean, mutations: null })),
    );
    if (chain === null) return predictedHeatmap(template, predicted, measured, results.numbering);
    const { selected, other } = chainTexts(template, chain);
    const ofChain = (variants: readonly MeasuredVariant[]) =>
      variantsOfChain(variants, chain, "single", other);
    return predictedHeatmap(selected, ofChain(predicted), ofChain(measured), results.numbering);
  }, [results, template, assay, measured, chain]);
}

function measuredWords(count: number): string {
  return count > 0
    ? `${plural(count, "single substitution")} of this protein ${count === 1 ? "was" : "were"} measured when the model was trained.`
    : "No single substitution of this protein was measured when the model was trained.";
}

/** Returns the shown chain of a template with two: the requested one, or the first that it has; null for one chain. */
function chainOf(template: string, requested: string | null): Chain | null {
  const { vh, vl } = assemblyOf(template);
  if (vh === undefined) return null;
  if (vh === null) return "vl";
  return requested === "vl" && vl !== null ? "vl" : "vh";
}
