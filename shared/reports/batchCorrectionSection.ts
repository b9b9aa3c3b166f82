import { cutText, formatCount, formatInteger, formatNumber } from "@pdp/basics/wording";
import {
  type Assay,
  assayName,
  type BatchCorrection,
  type CorrectedBatch,
  MAX_LINKED_BATCHES,
  MIN_RANKED_VALUES,
  type UncorrectedReason,
} from "@pdp/science/analysis";
import type { ReportSection } from "./report.ts";

const MAX_TABLE_ROWS = 30;
const MAX_NAME_LENGTH = 60;

/** Reasons why batches were not corrected, to be placed after the number of batches. */
const UNCORRECTED: Record<UncorrectedReason, string> = {
  UNLINKED:
    ", and no sequence was measured in two of them, nor do they look like random samples of the same variants. Models use the values as they are, and cannot distinguish differences between batches from differences between variants: measure the reference in each batch.",
  TOO_MANY: `, more than the ${MAX_LINKED_BATCHES} that can be compared. Models use the values as they are.`,
  EQUAL: ", and all values are equal. Models use the values as they are.",
  FEW_VALUES: `, each with fewer than ${MIN_RANKED_VALUES} values, too few to compare their ranks. Models use the values as they are.`,
};

/** Explains how the values in an assay's batches were corrected before models learned from them. */
export function batchCorrectionText({
  kind,
  reason = "UNLINKED",
  shared,
  isRandom = false,
  batches,
}: BatchCorrection): string {
  const size = `The values come from ${formatInteger(batches.length)} batches`;
  if (kind === "RANKS") {
    const small = batches.filter(({ values }) => values < MIN_RANKED_VALUES).length;
    const rest =
      small === 0 ? "" : ` ${countOf(small)} with fewer than ${MIN_RANKED_VALUES} values ${staying(small)}.`;
    return `${size}. Models learn from the ranks of values within their batch.${rest}`;
  }
  if (kind === "NONE") return `${size}${UNCORRECTED[reason]}`;
  const alone = batches.filter(({ error }) => error === null).length;
  const corrected = batches.filter(({ error }) => error !== null);
  const ordered = [...corrected].sort((a, b) => a.offset! - b.offset!);
  const range = `from ${amount(kind, ordered[0]!)} to ${amount(kind, ordered.at(-1)!)}`;
  const done =
    kind === "FACTORS"
      ? `Before a model learns from the values of a batch, they are divided by its factor: ${range}`
      : `Before a model learns from the values of a batch, its offset is subtracted: ${range}`;
  const rest =
    alone === 0
      ? ""
      : ` ${countOf(alone)} ${staying(alone)}, because ${alone === 1 ? "it shares" : "they share"} no sequence with another.`;
  if (isRandom)
    return `${size}. ${done}. This assumes that the batches are random samples of the same variants, so that their means are equal: ${shared === 0 ? "no sequence was" : `only ${formatCount(shared, "sequence")} ${shared === 1 ? "was" : "were"}`} measured in several batches. If one batch has better variants, this difference is removed as well: measure the reference in at least two wells of each batch. Predictions are for an average batch.`;
  return `${size}. ${done}. This follows from ${formatCount(shared, "sequence")} measured in several batches, and is reduced where chance can explain the differences. Predictions are for an average batch.${rest}`;
}

function countOf(batches: number): string {
  return `${formatInteger(batches)} ${batches === 1 ? "batch" : "batches"}`;
}

function staying(count: number): string {
  return count === 1 ? "remains unchanged" : "remain unchanged";
}

function amount(kind: BatchCorrection["kind"], { offset, batch }: CorrectedBatch): string {
  const value = kind === "FACTORS" ? Math.exp(offset!) : offset!;
  return `${formatNumber(value)} (${nameOf(batch)})`;
}

function nameOf(batch: string): string {
  return batch === "" ? "no batch specified" : `“${cutText(batch, MAX_NAME_LENGTH)}”`;
}

/** Lists the correction of each batch, largest batch first. */
export function batchCorrectionSection(assay: Assay, correction: BatchCorrection): ReportSection {
  const { kind, batches } = correction;
  const isFactor = kind === "FACTORS";
  const listed = [...batches].sort((a, b) => b.values - a.values).slice(0, MAX_TABLE_ROWS);
  const more = batches.length - listed.length;
  return {
    title: "Batches",
    group: assayName(assay),
    text: batchCorrectionText(correction),
    table: {
      columns: [
        { title: "Batch", kind: "text" },
        { title: "Values", kind: "integer" },
        { title: "Shared sequences", kind: "integer" },
        ...(kind === "FACTORS" || kind === "OFFSETS"
          ? ([
              { title: isFactor ? "Factor" : "Offset", kind: "number" },
              { title: "± SE", kind: "number" },
            ] as const)
          : []),
      ],
      rows: listed.map(({ batch, values, shared, offset, error }) => [
        batch === "" ? "no batch specified" : batch,
        values,
        shared,
        ...(offset === null
          ? []
          : [isFactor ? Math.exp(offset) : offset, error && (isFactor ? Math.exp(offset) * error : error)]),
      ]),
      note: `Shared sequences also have a value in another batch.${more > 0 ? ` Omitted: ${formatInteger(more)} batches with fewer values.` : ""}`,
    },
  };
}
