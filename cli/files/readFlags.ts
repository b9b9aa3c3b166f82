import { CellNotation, nameKey } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import { notedColumns } from "#shared/proposals/notedColumns.ts";
import { UsageError } from "../errors.ts";
import { splitPair, splitWords } from "./importFlags.ts";

/** Notations with additional parts that go into separate columns. */
const ADDED: readonly CellNotation[] = ["LIMIT", "NO_BINDING", "PLUS_MINUS", "OTHER_TEXT"];

type ColumnInput = TableConfig["columns"][number];

/** Applies the `--read` notations to columns, and adds columns for the other parts of cells. */
export function withReadFlags(columns: readonly ColumnInput[], flags: readonly string[] = []): ColumnInput[] {
  let all = [...columns];
  for (const flag of flags) {
    const [name, words] = splitPair(flag, "--read");
    const isNamed = (column: ColumnInput) =>
      [column.source_name ?? column.name, column.name].some(
        (columnName) => nameKey(columnName) === nameKey(name),
      );
    const flagged = all.find((column) => isNamed(column) && (column.part ?? "VALUE") === "VALUE");
    if (flagged === undefined)
      throw new UsageError(`--read names the column "${name}", which is not in the file.`);
    const source = flagged.source_name ?? flagged.name;
    const notations = splitWords([words]).map(notationOf);
    const { notations: before, ...plain } = flagged;
    // Notations that add a column leave the other columns unchanged.
    const isAdded = notations.every((notation) => ADDED.includes(notation));
    const read = isAdded ? [...new Set([...(before ?? []), ...notations])] : notations;
    const nameFor = (ending: string) => {
      const free = `${flagged.name}_${ending}`;
      return all.some((column) => column.source_name !== source && column.name === free) ? `${free}_2` : free;
    };
    const isOther = (column: ColumnInput) => nameKey(column.source_name ?? column.name) !== nameKey(source);
    const at = all.indexOf(flagged);
    const above = all.slice(0, at).filter(isOther);
    all = [...above, ...notedColumns(plain, source, read, nameFor), ...all.slice(at).filter(isOther)];
  }
  return all;
}

function notationOf(word: string): CellNotation {
  const wanted = word.toUpperCase();
  const notation = CellNotation.options.find((candidate) => candidate === wanted);
  if (notation !== undefined) return notation;
  throw new UsageError(`"${word}" is not a notation; --read accepts ${CellNotation.options.join(", ")}.`);
}
