import { sequenceRuleOf } from "@pdp/basics/columns";
import { normalizedSequenceReader, sequenceReader } from "@pdp/formats/proteins";
import type { ColumnsInput } from "#shared/domain/columns/columnsInput.ts";

type ColumnInput = ColumnsInput[number];

export const NORMALIZED =
  'Lower-case sequences are read in capitals, and a trailing stop (*) is omitted ("sequences": "NORMALIZE").';

/** Tells whether a column contains sequences that become valid if they are normalized: in lower case, or with a final stop. */
export function needsNormalizing(column: ColumnInput, cells: readonly (string | null)[]): boolean {
  const { name, type, metadata } = column;
  const kind = metadata?.kind;
  const rule = sequenceRuleOf({
    name,
    type,
    nullable: true,
    metadata: { description: null, deprecated: false, ...(kind && { kind }) },
  });
  if (rule === undefined) return false;
  const [read, normalized] = [sequenceReader(rule), normalizedSequenceReader(rule)];
  return cells.some(
    (cell) => cell !== null && typeof read(cell) !== "string" && typeof normalized(cell) === "string",
  );
}
