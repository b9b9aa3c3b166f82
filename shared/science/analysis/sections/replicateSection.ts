import { formatCount } from "#shared/domain/wording/wording.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import { formatNumber } from "../../reports/formatNumber.ts";
import { scatterPlot } from "../../reports/plots/scatterPlot.ts";
import type { ReportSection } from "../../reports/report.ts";
import type { AssayAnalysis } from "../assayAnalysis.ts";

/** Shows the noise of the assay and its consequence for models. */
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
      text: "No sequence was measured more than once, so the noise of this assay is not known. A few replicates, of the reference at least, would tell how far models can get.",
    };
  }
  const spread = `${formatCount(sequences, "sequence")} with replicates, ${formatCount(values, "value")} in all. Values of the same sequence have a standard deviation of ${formatNumber(deviation)} on the scale of comparison${inFactors(scaled.scale.kind, deviation)}.`;
  if (correlation === null) {
    return {
      title,
      group: name,
      text: `${spread} For a rank correlation of replicates at least four sequences with different values are needed.`,
    };
  }
  const { value, low, high } = correlation;
  const ceiling =
    low > 0
      ? ` A perfect model would reach a correlation of about ${formatNumber(Math.sqrt(value), 2)} with single values: that is the ceiling to compare models with.`
      : " That is not beyond chance: there are too few replicates to tell, or the differences between sequences vanish in the noise.";
  return {
    title,
    group: name,
    text: `${spread} Two values of the same sequence have a rank correlation of ${formatNumber(value, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}).${ceiling}`,
    plot: scatterPlot(
      pairs.first,
      pairs.second,
      {
        title: "Two values of each sequence",
        x: `One value of ${scaled.scale.axis}`,
        y: `Another value of ${scaled.scale.axis}`,
        description: `Replicates of ${name} against each other; on the dashed line they agree.`,
      },
      random,
      maxPoints,
    ),
  };
}

function inFactors(kind: string, deviation: number): string {
  return kind === "log" ? ` (log₁₀, a factor of ${formatNumber(10 ** deviation)})` : "";
}
