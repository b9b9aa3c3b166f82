import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import type { Sample } from "./sample.ts";

/** Words that mean a missing value in every file. */
const CERTAINLY_MISSING = /^(?:n\/?a|#n\/a|nan|null|none|-+|\.)$/i;

type Subject = PreviewDecision["subject"];

/** Returns a decision for which other readings are possible. */
export function likely(
  subject: Subject,
  reason: string,
  alternatives: readonly string[] = [],
  name: string | null = null,
): PreviewDecision {
  return { subject, name, certainty: "LIKELY", reason, alternatives: [...alternatives] };
}

/** Adds a decision to a sample. */
export function withDecision(sample: Sample, decision: PreviewDecision): Sample {
  return { ...sample, decisions: [...(sample.decisions ?? []), decision] };
}

/** Returns the sentences about a sample that must be shown before it is loaded. */
export function sentencesOf({
  decisions = [],
  warnings = [],
}: Pick<Sample, "decisions" | "warnings">): string[] {
  return [...decisions.filter(isOpen).map(({ reason }) => reason), ...warnings];
}

/** Tells whether a decision must be shown before it is applied. */
export function isOpen({ certainty }: PreviewDecision): boolean {
  return certainty !== "CERTAIN";
}

/** Returns the decisions about columns: their types in spite of exceptions, and their words for missing values. */
export function columnDecisions(columns: readonly PreviewColumn[]): PreviewDecision[] {
  return columns.flatMap(({ name, type_reason: reason, proposals, missing_values: words }) => {
    if (name === null) return [];
    const others = proposals.filter(({ applied }) => !applied).map(({ title }) => title);
    // Without an applied proposal, the column has values that cannot be read as its type.
    const isDecided = proposals.some(({ applied, columns: inputs }) => applied && inputs.some(isNotText));
    const typed: PreviewDecision[] =
      proposals.length === 0
        ? []
        : [
            {
              subject: "COLUMN",
              name,
              certainty: isDecided ? "LIKELY" : "GUESS",
              reason: `${name}: ${reason ?? "its values have several notations"}.`,
              alternatives: others,
            },
          ];
    return [...typed, ...missingWords(name, words)];
  });
}

function isNotText({ type }: PreviewColumn["proposals"][number]["columns"][number]): boolean {
  return type !== "STRING";
}

/** States which unusual words of a column are read as missing values. */
function missingWords(name: string, words: readonly string[]): PreviewDecision[] {
  const open = words.filter((word) => !CERTAINLY_MISSING.test(word.trim()));
  if (open.length === 0) return [];
  const quoted = open.map((word) => JSON.stringify(word)).join(", ");
  const reason = `${name}: ${quoted} ${open.length === 1 ? "is" : "are"} read as a missing value.`;
  return [likely("MISSING", reason, [`Load ${name} as text`], name)];
}
