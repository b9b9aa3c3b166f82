import { type CellNotation, type CellPart, hasDates, isDated } from "@pdp/basics/columns";
import type { ColumnsInput } from "#shared/domain/columns/columnsInput.ts";

type ColumnInput = ColumnsInput[number];

/** Returns the column with its notations, and the columns for the other parts of its cells. */
export function notedColumns(
  plain: ColumnInput,
  source: string,
  stated: readonly CellNotation[],
  nameOf: (ending: string) => string,
): ColumnInput[] {
  if (stated.length === 0) return [plain];
  // The column for the cells of a date column that are not dates has the same notations as the dates.
  const isOfDates = isDated(plain.type);
  const notations: readonly CellNotation[] =
    isOfDates && stated.includes("OTHER_TEXT") && !hasDates(stated) ? [...stated, "YEAR_MONTH_DAY"] : stated;
  const value: ColumnInput = { ...plain, source_name: source, notations: [...notations] };
  const part = (part: CellPart, type: "FLOAT64" | "STRING", description: string): ColumnInput => ({
    name: nameOf(part.toLowerCase()),
    type,
    nullable: true,
    metadata: { description },
    source_name: source,
    ...(plain.missing_values && { missing_values: plain.missing_values }),
    notations: [...notations],
    part,
  });
  return [
    value,
    ...(notations.includes("PLUS_MINUS") ? [part("ERROR", "FLOAT64", `Error of ${plain.name}`)] : []),
    ...(notations.includes("LIMIT") || notations.includes("NO_BINDING")
      ? [part("LIMIT", "STRING", `"<" or ">" where ${plain.name} is a limit, not a value`)]
      : []),
    ...(notations.includes("OTHER_TEXT") ? [part("TEXT", "STRING", `Text in place of ${plain.name}`)] : []),
  ];
}
