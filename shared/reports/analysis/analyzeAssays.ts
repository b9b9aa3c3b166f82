import { createRandom, type Random } from "@pdp/basics/statistics";
import { cutText, formatCount, formatNumber } from "@pdp/basics/wording";
import {
  type AssayAnalysis,
  type AssayData,
  analyzeAssay,
  batchesOfAssay,
  checkAssayData,
  findVariants,
  type Variants,
} from "@pdp/science/analysis";
import type { Germlines } from "@pdp/science/antibodies";
import { type Learnability, uncertainty, useOf } from "@pdp/science/models";
import { antibodySections } from "../antibodySections.ts";
import { finiteReport } from "../finiteReport.ts";
import { learnabilitySections } from "../learnabilitySections.ts";
import type { Report, ReportSection } from "../report.ts";
import { analysisFigures } from "./analysisFigures.ts";
import { batchSections } from "./batchSections.ts";
import { correlationSection } from "./correlationSection.ts";
import { distributionSection } from "./distributionSection.ts";
import { extremeSection, outlierSection } from "./extremeSections.ts";
import { missingSection } from "./missingSection.ts";
import { effectSection, mutationCountSection } from "./mutationSections.ts";
import { sequenceSections, summarySection } from "./overviewSections.ts";
import { replicateSection } from "./replicateSection.ts";

export interface AnalysisOptions {
  title?: string;
  seed?: string | number;
  /** Cross-validation results by `assay_id`; assays without results do not get a section. */
  learnability?: readonly Learnability[];
  /** Sentences at the end of the summary, for example about what the data do not include. */
  remarks?: readonly string[];
  /** Germline genes to compare an antibody with; null if the operator provides none. */
  germlines?: Germlines | null;
}

/** Maximum number of points drawn for all assays together; keeps a page with 50 assays at a few megabytes. */
const POINTS_IN_ALL = 16_000;
const CELLS_IN_ALL = 40_000;

/**
 * Describes a data set: its content, its reliability, and the effects of mutations. The same seed yields the same report.
 */
export function analyzeAssays(
  data: AssayData,
  {
    title = "Data analysis",
    seed = 0,
    learnability = [],
    remarks = [],
    germlines = null,
  }: AnalysisOptions = {},
): Report {
  checkAssayData(data);
  const random = createRandom(`analysis/${seed}`);
  const { numbering } = data;
  const variants = { ...findVariants(data.sequences, data.reference), ...(numbering && { numbering }) };
  const analyses = data.assays.map(({ assay_id }, index) => {
    const learned = learnability.find((entry) => entry.assay_id === assay_id) ?? null;
    return analyzeAssay(data, variants, index, learned, random.fork(`assay ${index}`));
  });
  return finiteReport({
    title,
    summary: [summaryOf(variants, analyses), ...remarks].join("\n\n"),
    sections: [
      summarySection(analyses, variants),
      missingSection(analyses, data.sequences.length),
      ...sequenceSections(variants),
      ...antibodySections(data.reference, "reference", germlines, variants.sequences),
      ...correlationSection(analyses, random.fork("correlations")),
      ...analyses.flatMap((analysis, index) =>
        assaySections(analysis, index, data, variants, random.fork(`plots ${index}`)),
      ),
    ],
    figures: analysisFigures(variants, analyses),
  });
}

function assaySections(
  analysis: AssayAnalysis,
  index: number,
  data: AssayData,
  variants: Variants,
  random: Random,
): ReportSection[] {
  if (analysis.measured === 0) {
    return [{ title: "No values", group: analysis.name, text: "No row has a value of this assay." }];
  }
  const points = Math.max(200, Math.min(2_000, Math.floor(POINTS_IN_ALL / data.assays.length)));
  const cells = Math.max(400, Math.min(6_000, Math.floor(CELLS_IN_ALL / data.assays.length)));
  const { learnability } = analysis;
  const batches = batchesOfAssay(data, index);
  return [
    distributionSection(analysis, variants, data.controls ?? []),
    replicateSection(analysis, random.fork("replicates"), points),
    ...batchSections(analysis, batches ?? []),
    mutationCountSection(analysis, variants),
    effectSection(analysis, variants, cells),
    extremeSection(analysis, variants),
    outlierSection(analysis, variants, batches),
    ...(learnability
      ? learnabilitySections(learnability, analysis.assay, random.fork("parity"), points)
      : []),
  ];
}

const MAX_NAMED = 6;

function summaryOf(variants: Variants, analyses: readonly AssayAnalysis[]): string {
  const size = `${formatCount(variants.ofRow.length, "row")} with ${formatCount(variants.sequences.length, "distinct sequence")}, compared with a reference of ${formatCount(variants.reference.length, "residue")}${variants.referenceIndex < 0 ? " that is not among them" : ""}.`;
  const named = analyses.slice(0, MAX_NAMED).map(sentenceOf);
  const left = analyses.length - named.length;
  return [
    size,
    ...named,
    ...(left > 0 ? [`${formatCount(left, "more assay")} ${left === 1 ? "is" : "are"} described below.`] : []),
  ].join("\n\n");
}

function sentenceOf({ name, measured, replicates, learnability }: AssayAnalysis): string {
  const parts = [`${formatCount(measured, "value")}`];
  if (replicates.correlation)
    parts.push(`replicate correlation ${formatNumber(replicates.correlation.value, 2)}`);
  if (learnability && Number.isFinite(learnability.spearman)) {
    const chance = uncertainty(learnability);
    const isLearnable = useOf(learnability) !== null;
    const verdict =
      chance !== null
        ? `learnable with a probability of ${chance}`
        : isLearnable
          ? "learnable"
          : "hardly learnable";
    parts.push(`${verdict}, Spearman ${formatNumber(learnability.spearman, 2)}`);
  }
  return `${cutText(name, 60)}: ${parts.join(", ")}.`;
}
