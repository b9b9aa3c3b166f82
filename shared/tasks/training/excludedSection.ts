import { UNLIKE_WORDS, type UnlikeSequence } from "@pdp/basics/proteins";
import { cutText, formatCount } from "@pdp/basics/wording";
import type { ReportSection } from "#shared/reports/report.ts";
import type { ExcludedRows } from "./excludeUnlike.ts";

const MAX_LISTED = 20;
const MAX_LETTERS = 60;

/** Returns a sentence stating that rows were excluded; empty if none were. */
export function excludedSummary(excluded: ExcludedRows | null): string[] {
  if (!excluded || excluded.unlike.length === 0) return [];
  const { unlike, rows } = excluded;
  return [
    `${unlike.length.toLocaleString("en-US")} of ${formatCount(rows, "row")} ${unlike.length === 1 ? "was" : "were"} not trained on: ${unlike.length === 1 ? "its sequence is" : "their sequences are"} unlike the others, as is typical of summary rows.`,
  ];
}

/** Lists the excluded rows, with counts and examples. */
export function excludedSections(excluded: ExcludedRows | null): ReportSection[] {
  if (!excluded || excluded.unlike.length === 0) return [];
  const { unlike, median } = excluded;
  const counts = (Object.keys(UNLIKE_WORDS) as UnlikeSequence["reason"][]).flatMap((reason) => {
    const count = unlike.filter((row) => row.reason === reason).length;
    return count === 0 ? [] : [`${formatCount(count, "sequence")} ${UNLIKE_WORDS[reason]}`];
  });
  return [
    {
      title: "Rows that were excluded",
      text: `The median length of the sequences is ${formatCount(median, "residue")}. Omitted: ${counts.join("; ")}. If they are variants, train again with include_unlike_sequences.`,
      table: {
        columns: [
          { title: "Row", kind: "integer" },
          { title: "Sequence", kind: "sequence" },
          { title: "Residues", kind: "integer" },
          { title: "Identity to reference", kind: "share" },
        ],
        rows: unlike
          .slice(0, MAX_LISTED)
          .map(({ row, sequence, identity }) => [
            row + 1,
            cutText(sequence, MAX_LETTERS),
            sequence.length,
            identity,
          ]),
        ...(unlike.length > MAX_LISTED && {
          note: `The first ${MAX_LISTED} of ${formatCount(unlike.length, "row")}.`,
        }),
      },
    },
  ];
}
