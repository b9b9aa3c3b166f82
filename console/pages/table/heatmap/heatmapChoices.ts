import type { ProteinColumns } from "#client/requests/proteinColumns.ts";
import type { Chain } from "./chainVariants.ts";
import type { Counted } from "./substitutions.ts";
import { readWhite } from "./whiteValue.ts";

/** Choices for the heatmap of a table. */
export interface HeatmapChoices {
  assay: string;
  /** Chain that is shown; null for proteins with one chain. */
  chain: Chain | null;
  isHigherBetter: boolean;
  /** Rows that are averaged; null to choose by the rows of the table. */
  counted: Counted | null;
  /** True to show only positions with values; null to choose by the number of positions without them. */
  isMeasuredOnly: boolean | null;
  /** Value that is white; null for the reference value. */
  white: number | null;
}

/** Reads the choices in a URL; the first assay is the default. */
export function readHeatmapChoices(
  searchParams: URLSearchParams,
  assays: readonly string[],
  protein: ProteinColumns,
): HeatmapChoices {
  const stated = searchParams.get("assay") ?? "";
  const chain = searchParams.get("chain") === "vl" ? "vl" : "vh";
  const counted = searchParams.get("rows");
  const positions = searchParams.get("positions");
  return {
    assay: assays.includes(stated) ? stated : (assays[0] ?? ""),
    chain: typeof protein === "string" ? null : chain,
    isHigherBetter: searchParams.get("better") !== "lower",
    counted: counted === "single" || counted === "all" ? counted : null,
    isMeasuredOnly: positions === null ? null : positions === "measured",
    white: readWhite(searchParams),
  };
}
