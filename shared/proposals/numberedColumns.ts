import { joinNames } from "@pdp/basics/wording";
import { numberedName } from "@pdp/formats/text";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import type { KnownColumns } from "#shared/proposals/knownColumns.ts";
import { likely } from "./decisions.ts";
import type { SampleType } from "./sample.ts";

const NAMES_SHOWN = 5;

/** Columns of a table without column names. */
export interface NumberedColumns {
  /** Names by which the columns are read: `column 1`, `column 2`, … */
  header: string[];
  /** Names to propose. */
  names: string[];
  /** States that the file has no names. */
  decision: PreviewDecision;
  /** Types of the columns, if a format defines them. */
  types?: (SampleType | undefined)[];
}

/**
 * Names the columns of a table whose `first` row or line contains values: by the names in a comment, by its format, or by their
 * numbers.
 */
export function numberedColumns(
  width: number,
  first: number,
  unit: "line" | "row",
  inComment?: readonly string[],
  known?: KnownColumns,
): NumberedColumns {
  const header = Array.from({ length: width }, (_, index) => numberedName(index));
  const given = inComment ?? known?.names ?? [];
  const names = header.map((numbered, index) => given[index]?.trim() || numbered);
  const shown = joinNames(names, NAMES_SHOWN);
  const source =
    inComment !== undefined
      ? `The columns are named after the comment above them (${shown})`
      : known !== undefined
        ? `The file is ${known.format} without a header; its columns get the names of this format (${shown})`
        : `${unit === "line" ? "Line" : "Row"} ${first} looks like data, so the file is read without a header, with numbered columns. If ${unit} ${first} contains the column names, choose it as the header row`;
  const types = inComment === undefined && known ? { types: header.map((_, at) => known.types[at]) } : {};
  const isGuess = inComment === undefined && known === undefined;
  const decision: PreviewDecision = {
    ...likely("HEADER", `${source}.`, isGuess ? [`Read ${unit} ${first} as the header`] : []),
    certainty: isGuess ? "GUESS" : "LIKELY",
  };
  return { header, names, decision, ...types };
}
