import { cutText, formatInteger, formatNumber, formatShare, pValueText } from "@pdp/basics/wording";
import {
  type Assay,
  type AssayAnalysis,
  assayName,
  type BatchEffects,
  type BatchSummary,
  type CorrectedBatches,
} from "@pdp/science/analysis";
import { batchCorrectionSection } from "../batchCorrectionSection.ts";
import { BOXES, boxPlot } from "../charts/boxPlot.ts";
import type { ReportSection } from "../report.ts";
import { isShifted } from "./findings.ts";

const MAX_PLOTTED = 24;
const MAX_TABLE_ROWS = 30;

/** Natural sort order of names: "plate 2" comes before "plate 10". */
const ORDER = new Intl.Collator("en", { numeric: true });
const MAX_LABEL_LENGTH = 22;

/** Returns no section if the batches are unknown or there is only one. */
export function batchSections(
  { name, assay, scaled, batches, corrected }: AssayAnalysis,
  batchOfRow: readonly string[],
): ReportSection[] {
  if (batches === null || batches.batches.length < 2) return [];
  const measured = batches.batches.filter((batch) => batch.measured > 0);
  const byRows = [...measured].sort((a, b) => b.measured - a.measured);
  const groups = plottedGroups(batches, batchOfRow, scaled.values);
  const listed = byRows.slice(0, MAX_TABLE_ROWS);
  const left = measured.length - listed.length;
  return [
    {
      title: "Batches",
      group: name,
      text: `${explainBatchEffects(batches)}\n\n${shifts(batches)}${groups.length < 2 ? "" : ` In the plot, ${BOXES}; the numbers above are counts of values.`}`,
      ...(groups.length < 2
        ? {}
        : {
            chart: boxPlot(groups, {
              title: `${name} by batch`,
              x: "Batch",
              y: scaled.scale.axis,
            }),
          }),
      table: {
        columns: [
          { title: "Batch", kind: "text" },
          { title: "Rows", kind: "integer" },
          { title: "Missing", kind: "share" },
          { title: "Median", kind: "number" },
          { title: "Shift", kind: "number" },
          { title: "± SE", kind: "number" },
          { title: "Shared sequences", kind: "integer" },
        ],
        rows: listed.map((batch) => [
          batch.batch,
          batch.rows,
          1 - batch.measured / batch.rows,
          batch.median,
          batch.shift,
          batch.shiftError,
          batch.shared,
        ]),
        note: `Medians and shifts on the comparison scale.${left > 0 ? ` Omitted: ${formatInteger(left)} with fewer values.` : ""}`,
      },
    },
    ...(corrected ? [afterSection(assay, corrected, batchOfRow)] : []),
  ];
}

/** Shows how models handle the batches, and how the batches differ afterwards. */
function afterSection(
  assay: Assay,
  { correction, values, axis, effects }: CorrectedBatches,
  batchOfRow: readonly string[],
): ReportSection {
  const section = batchCorrectionSection(assay, correction);
  const title = "Batches after correction by models";
  if (correction.kind === "NONE") return { ...section, title };
  const groups = plottedGroups(effects, batchOfRow, values);
  const left =
    effects.explained === null
      ? ""
      : ` After correction, ${formatShare(effects.explained)} of the rank variance is between batches.`;
  return {
    ...section,
    title,
    text: `${section.text}${left} The other sections of this report show values as measured, except where models are involved.`,
    ...(groups.length < 2
      ? {}
      : {
          chart: boxPlot(groups, { title: `${assayName(assay)} by batch, corrected`, x: "Batch", y: axis }),
        }),
  };
}

/** Returns the values of the largest batches, in natural order. */
function plottedGroups(
  { batches }: BatchEffects,
  batchOfRow: readonly string[],
  values: Float64Array,
): { label: string; values: number[] }[] {
  const measured = batches.filter((batch) => batch.measured > 0);
  const byRows = [...measured].sort((a, b) => b.measured - a.measured);
  const plotted = new Map(byRows.slice(0, MAX_PLOTTED).map(({ batch }) => [batch, [] as number[]]));
  for (const [row, batch] of batchOfRow.entries()) {
    if (!Number.isNaN(values[row])) plotted.get(batch)?.push(values[row]!);
  }
  return measured
    .filter(({ batch }) => plotted.has(batch))
    .sort((a, b) => ORDER.compare(a.batch, b.batch))
    .map(({ batch }, index, all) => ({ label: labelOf(batch, index, all), values: plotted.get(batch)! }));
}

function explainBatchEffects({ explained: share, pValue }: BatchEffects): string {
  if (share === null) return "Too few batches have varying values to tell whether the batches differ.";
  const p = pValue === null ? "" : ` (${pValueText(pValue)})`;
  return `${formatShare(share)} of the rank variance is between batches${p}. Batches with different variants differ for that reason alone; only sequences measured in several batches can separate the two effects.`;
}

function shifts({ batches }: BatchEffects): string {
  if (batches.every(({ shared }) => shared === 0)) {
    return "No sequence was measured in more than one batch, so batch shifts cannot be distinguished from differences between variants. To distinguish them, measure the reference in every batch.";
  }
  const shifted = batches.filter(isShifted);
  if (shifted.length === 0) {
    return "Sequences measured in several batches show no significant shift (at least five shared sequences, four standard errors).";
  }
  const worst = shifted.reduce((largest: BatchSummary, batch) =>
    Math.abs(batch.shift!) > Math.abs(largest.shift!) ? batch : largest,
  );
  return `According to sequences measured in several batches, ${formatInteger(shifted.length)} of ${formatInteger(batches.length)} batches are shifted, most strongly “${cutText(worst.batch, 60)}” by ${formatNumber(worst.shift!)} relative to the others. Models correct for these shifts.`;
}

/** Returns the label of a batch, adding a number only if two names are the same after truncation. */
function labelOf(batch: string, index: number, all: readonly BatchSummary[]): string {
  const label = cutText(batch, MAX_LABEL_LENGTH);
  const alike = all.filter((batch) => cutText(batch.batch, MAX_LABEL_LENGTH) === label).length;
  return alike > 1 ? `${index + 1} ${label}` : label;
}
