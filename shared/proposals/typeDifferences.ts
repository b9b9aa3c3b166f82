import { isNumber, isScalar, nameKey, SCALARS } from "@pdp/basics/columns";
import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";

/** Column of one file with the type of its values; `type` is null if it has no values. */
type SeenColumn = Pick<PreviewColumn, "source_name" | "name" | "type" | "kind">;

/** File with columns to compare. */
export interface SeenFile {
  name: string;
  columns: readonly SeenColumn[];
}

/** Returns the properties of a file to compare; `cells` contains the cells of its columns, in order. */
export function seenFile(
  name: string,
  columns: readonly SeenColumn[],
  cells: readonly (readonly (string | null)[])[],
): SeenFile {
  const isEmpty = (at: number) => cells[at]?.every((cell) => cell === null) ?? true;
  return { name, columns: columns.map((column, at) => (isEmpty(at) ? { ...column, type: null } : column)) };
}

/**
 * Warns about columns with values of a different type, or with different sequences, than in the first file of the same load.
 * Integers and decimals count as the same type.
 */
export function typeDifferences(file: SeenFile, first: SeenFile): string[] {
  const known = new Map(first.columns.map((column) => [nameKey(column.source_name), column]));
  return file.columns.flatMap((column) => {
    const before = known.get(nameKey(column.source_name));
    if (before === undefined) return [];
    const [here, otherWords] = [wordsOf(column), wordsOf(before)];
    const areNumbers = isNumber(column.type) && isNumber(before.type);
    if (here === otherWords || here === undefined || otherWords === undefined || areNumbers) return [];
    return `${column.name ?? column.source_name}: ${file.name} has ${here}, ${first.name} has ${otherWords}; all files of a table in one load are read with the same types. Correct one of the files, or load them into different tables.`;
  });
}

/** Words for types with parts. */
const NESTED = { STRUCT: "objects", ARRAY: "lists" } as const;
const KINDS: Record<string, string> = {
  AMINO_ACIDS: "sequences of amino acids",
  ALIGNED: "aligned sequences",
  DNA: "sequences of DNA",
  RNA: "sequences of RNA",
};

function wordsOf({ type, kind }: SeenColumn): string | undefined {
  return type === null
    ? undefined
    : (KINDS[kind ?? ""] ?? (isScalar(type) ? SCALARS[type].plural : NESTED[type]));
}
