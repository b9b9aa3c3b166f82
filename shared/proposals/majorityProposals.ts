import { type CellNotation, isNumber, isScalar, SCALARS } from "@pdp/basics/columns";
import { cut, formatCount } from "@pdp/basics/wording";
import type { CellException, ColumnProposal } from "#shared/domain/loads/cellExceptions.ts";
import type { TableConfig } from "#shared/domain/loads/load.ts";
import { unitInCell } from "./cellUnits.ts";
import { notedColumns } from "./notedColumns.ts";
import type { Majority, OddCell } from "./proposeMajority.ts";
import { shownValue } from "./shownValue.ts";

type ColumnInput = TableConfig["columns"][number];

const MAX_EXAMPLES = 5;

/** Explanation of how cells in each notation are read, phrased as the predicate of a sentence about a number of cells. */
const READ_AS: Record<CellNotation, string> = {
  DECIMAL_COMMA: "with a decimal comma",
  DECIMAL_POINT: "with a decimal point",
  THOUSANDS_COMMA: "with commas between thousands",
  THOUSANDS_POINT: "with points between thousands",
  THOUSANDS_SPACE: "with spaces or apostrophes between thousands",
  PERCENT: "with a percent sign, read as percentages",
  PERCENT_FRACTION: "with a percent sign, read as fractions like the other cells",
  PLUS_MINUS: "with an error",
  LIMIT: "with a limit",
  NO_BINDING: 'without binding, read as a limit (">") without a value',
  DAY_MONTH_YEAR: "with the day first",
  MONTH_DAY_YEAR: "with the month first",
  YEAR_MONTH_DAY: "with the year first",
  OTHER_TEXT: "of text",
};

/** Properties of the rows of a file. */
interface SampledRows {
  /** Returns the line number of a row. */
  lineOf: (row: number) => number | null;
  /** Rows that seem to contain names of columns; undefined if other words are not kept. */
  namesAmongRows: ReadonlySet<number> | undefined;
}

export interface MajorityProposals {
  /** Columns proposed for a file column. */
  inputs: ColumnInput[];
  exceptions: CellException[];
  proposals: ColumnProposal[];
  /** Remark about the type, as a sentence without a period. */
  reason: string;
}

/**
 * Proposes how to load a column in which some cells deviate from the usual notation of its type. `plain` is the column without
 * notations; `nameOf` returns a name for an additional column.
 */
export function majorityProposals(
  majority: Majority,
  plain: ColumnInput,
  source: string,
  nameOf: (ending: string) => string,
  { lineOf, namesAmongRows }: SampledRows,
): MajorityProposals {
  const { notations, undecided, far, odd } = majority;
  const others = odd.filter(({ notation }) => notation === undefined);
  const exceptions = exceptionsOf(odd, lineOf);
  const text = textInput(plain, source);
  const asText = { title: `Load ${plain.name} as text`, columns: [text] };
  const words = wordsOf(plain.type);
  if (undecided.length > 0) {
    const ways = undecided.map((notation) => ({
      title: `Read ${shownValue(odd[0]?.text ?? "")} ${READ_AS[notation]}`,
      columns: notedColumns(plain, source, [...notations, notation], nameOf),
    }));
    const [firstReading = "", secondReading = ""] = undecided.map((notation) => READ_AS[notation]);
    return {
      inputs: [text],
      exceptions,
      proposals: [...ways.map((way) => ({ ...way, applied: false })), { ...asText, applied: true }],
      reason: `text, because ${shownValue(odd[0]?.text ?? "")} can be read ${firstReading} or ${secondReading}; choose one`,
    };
  }
  const inputs = notedColumns(plain, source, notations, nameOf);
  const farText = shownValue(odd.find(({ isFar }) => isFar)?.text ?? "");
  const decide = far.map((notation) => ({
    title: `Read ${farText} ${READ_AS[notation]}`,
    columns: notedColumns(plain, source, [...notations, notation], nameOf),
    applied: false,
  }));
  const named = inputs.map(({ name }) => name).join(", ");
  const read =
    notations.length > 0 ? [{ title: `Read ${words} into ${named}`, columns: inputs, applied: true }] : [];
  const kept = notedColumns(plain, source, [...notations, "OTHER_TEXT"], nameOf);
  // Words in place of numbers are not typing errors, so they cannot be corrected.
  const areWords = isNumber(plain.type) && others.length > 0 && far.length === 0 && others.every(isWord);
  function isWord({ row, text }: OddCell): boolean {
    return !/\d/.test(text) && namesAmongRows?.has(row) === false;
  }
  const keep = { title: `Keep other text in ${kept.at(-1)?.name}`, columns: kept, applied: areWords };
  if (areWords)
    return {
      inputs: kept,
      exceptions,
      proposals: [
        ...read.map((proposal) => ({ ...proposal, applied: false })),
        keep,
        { ...asText, applied: false },
      ],
      reason: reasonOf(words, exceptions, kept),
    };
  return {
    inputs,
    exceptions,
    proposals: [
      ...read,
      ...decide,
      ...(others.length > 0 && plain.type !== "BOOL" ? [keep] : []),
      { ...asText, applied: false },
    ],
    reason: reasonOf(words, exceptions, inputs),
  };
}

/** Describes exceptions, and the columns that preserve them. */
function reasonOf(
  words: string,
  exceptions: readonly CellException[],
  inputs: readonly ColumnInput[],
): string {
  const told = exceptions.map(({ reason }) => reason.replace(/\.$/, ""));
  const [, ...more] = inputs.map(({ name }) => name);
  const kept = inputs.slice(1).every(({ part }) => part === "TEXT")
    ? "their text"
    : "the rest of these cells";
  const beside =
    more.length > 0 ? `; ${more.join(" and ")} ${more.length === 1 ? "keeps" : "keep"} ${kept}` : "";
  return `${words}: ${told.join("; ")}${beside}`;
}

/** Groups cells by notation: the most frequent notation first, unreadable cells last. */
function exceptionsOf(odd: readonly OddCell[], lineOf: (row: number) => number | null): CellException[] {
  const groups = Map.groupBy(odd, ({ text, notation, isFar }) => notation ?? unreadReason(text, isFar));
  const ranked = [...groups.values()].toSorted(
    (a, b) => Number(!a[0]?.notation) - Number(!b[0]?.notation) || b.length - a.length,
  );
  return ranked.map((cells) => {
    const [{ notation, isFar, text } = { notation: undefined, text: "" }] = cells as [OddCell?];
    const distinct = [...new Map(cells.toReversed().map((cell) => [cell.text, cell])).values()].reverse();
    const examples = distinct
      .slice(0, MAX_EXAMPLES)
      .map(({ row, text }) => ({ line: lineOf(row), value: cut(text) }));
    const shown = shownValue(distinct[0]?.text ?? "");
    const count = formatCount(cells.length, "cell");
    const why = notation === undefined ? unreadReason(text, isFar) : READ_AS[notation];
    const reason = `${count} ${why}, such as ${shown}.`;
    return { notation: notation ?? null, count: cells.length, examples, reason };
  });
}

/** Explains why a cell is not read, phrased like `READ_AS`. */
function unreadReason(text: string, isFar: boolean | undefined): string {
  if (isFar) return "would be about 1,000 times or one thousandth of the other values";
  return unitInCell(text) === undefined ? "cannot be read" : "with a unit";
}

function textInput({ name, metadata }: ColumnInput, source: string): ColumnInput {
  const column: ColumnInput = { name, type: "STRING", nullable: true, source_name: source };
  return metadata?.description ? { ...column, metadata: { description: metadata.description } } : column;
}

/** Returns the name of a type's values. */
function wordsOf(type: string): string {
  if (isNumber(type)) return "numbers";
  return isScalar(type) && type !== "STRING" ? SCALARS[type].plural : "values";
}
