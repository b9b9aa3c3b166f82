import type { ProblemGroup } from "@pdp/basics/wording";
import { kindOf } from "#client/columnRoles.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { typeWord } from "../../parts/columnTypes.ts";
import { spoken } from "../../parts/spoken.ts";
import { columnOf } from "./fitTable.ts";
import { columnNamed } from "./problemFixes.ts";

/** Maximum number of line numbers shown for a group. */
const SHOWN_LINES = 5;
/** Advice for which the console has buttons. */
const HAS_BUTTON =
  /"(?:missing_values|sequences|kind|decimal|short_rows|merged_cells|times|numbering|decimals)"/;

/**
 * Describes the problem: the value and the first clause of the reason. Without a column, returns the whole reason, except for
 * advice that a button covers.
 */
export function wrongOf({ first: { column, value, reason } }: ProblemGroup): string {
  const [clause = reason] = reason.split(";");
  if (column === undefined) return spoken(sentence(HAS_BUTTON.test(reason) ? clause : reason));
  return spoken(value === undefined ? sentence(clause) : `"${value}" ${clause.trim()}.`);
}

/** Returns the advice in the rest of a reason, or an empty string if a button offers the same. */
export function adviceOf({ first: { column, reason } }: ProblemGroup): string {
  const at = reason.indexOf(";");
  if (column === undefined || at < 0 || HAS_BUTTON.test(reason.slice(at))) return "";
  return spoken(sentence(reason.slice(at + 1).trim()));
}

/** Returns advice about a group for pages other than the import page, which do not have buttons for fixes. */
export function writtenAdvice(group: ProblemGroup): string {
  const { column, reason } = group.first;
  const advice = adviceOf(group);
  if (advice !== "") return advice;
  if (HAS_BUTTON.test(reason)) return "Import the file again: the import offers ways to read these cells.";
  return column === undefined
    ? ""
    : "Correct the cells, or exclude their rows when you import the file again.";
}

/** Lists the line numbers of a group. */
export function linesOf({ lines, count }: ProblemGroup): string {
  if (lines.length === 0) return "";
  if (lines.length === 1) return `Line ${lines[0]}.`;
  const shown = lines.slice(0, SHOWN_LINES).join(", ");
  return `Lines ${shown}${lines.length > SHOWN_LINES || count > lines.length ? ", …" : ""}.`;
}

/** States that the table determines the type of a column; null if it does not. */
export function tableTypeHint(group: ProblemGroup, config: TableConfig, table: Table): string | null {
  const tableColumn = columnOf(table, columnNamed(group, config)?.name ?? "");
  if (!tableColumn) return null;
  const type = typeWord(tableColumn.type, kindOf(tableColumn));
  return `${tableColumn.name} is ${type} in the table ${table.reference}: to read it as a different type, import into a new table.`;
}

function sentence(clause: string): string {
  const text = clause.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}`;
}
