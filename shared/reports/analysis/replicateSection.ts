import type { Random } from "@pdp/basics/statistics";
import { formatCount, formatNumber } from "@pdp/basics/wording";
import type { AssayAnalysis } from "@pdp/science/analysis";
import { scatterPlot } from "../charts/scatterPlot.ts";
import type { ReportSection } from "../report.ts";

/** Shows the noise of the assay and its consequences for models. */
export function replicateSection(
  { name, scaled, replicates }: AssayAnalysis,
  random: Random,
  maxPoints: number,
): ReportSection {
  const { sequences, values, deviation, correlation, pairs } = replicates;
  const title = "Replicates and noise";
  if (deviation === null) {
    return {
      title,
      group: name,
      text: "No sequence was measured more than once, so the noise of this assay is unknown. A few replicates, at least of the reference, would show how accurate models can be.",
    };
  }
  const spread = `${formatCount(sequences, "sequence")} with replicates, ${formatCount(values, "value")} in total. Values of the same sequence have a standard deviation of ${formatNumber(deviation)} on the comparison scale${inFactors(scaled.scale.kind, deviation)}.`;
  if (correlation === null) {
    return {
      title,
      group: name,
      text: `${spread} A rank correlation of replicates requires at least four sequences with different values.`,
    };
  }
  const { value, low, high } = correlation;
  const ceiling =
    low > 0
      ? ` A perfect model would reach a correlation of about ${formatNumber(Math.sqrt(value), 2)} with single values: this is the upper limit for models.`
      : " This is not significant: there are too few replicates, or noise hides the differences between sequences.";
  return {
    title,
    group: name,
    text: `${spread} Two values of the same sequence have a rank correlation of ${formatNumber(value, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}).${ceiling}`,
    chart: scatterPlot(
      pairs.first,
      pairs.second,
      {
        kind: "replicates",
        title: "Two values of each sequence",
        x: `One value of ${scaled.scale.axis}`,
        y: `Another value of ${scaled.scale.axis}`,
        description: `Replicates of ${name} plotted against each other; points on the dashed line agree exactly.`,
      },
      random,
      maxPoints,
    ),
  };
}

function inFactors(kind: string, deviation: number): string {
  return kind === "log" ? ` (log₁₀, a factor of ${formatNumber(10 ** deviation)})` : "";
}
