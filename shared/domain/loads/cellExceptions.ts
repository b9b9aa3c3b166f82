import { CellNotation } from "@pdp/basics/columns";
import * as v from "valibot";
import { ColumnShape } from "#shared/domain/columns/columnsInput.ts";

/** Cells of one column in a preview that deviate from the usual notation for its type. */
export const CellException = v.object({
  notation: v.pipe(
    v.nullable(CellNotation),
    v.description("Their notation; null if they cannot be read as the column's type"),
  ),
  count: v.pipe(v.number(), v.description("Number of these cells in the previewed part")),
  examples: v.pipe(
    v.array(v.object({ line: v.nullable(v.number()), value: v.string() })),
    v.description("Up to five distinct values with their line numbers"),
  ),
  reason: v.pipe(v.string(), v.description("Message about these cells")),
});
export type CellException = v.InferOutput<typeof CellException>;

/** One way to load a column that contains exceptions. */
export const ColumnProposal = v.object({
  title: v.pipe(v.string(), v.description("Button label for this option")),
  columns: v.pipe(
    v.array(ColumnShape),
    v.description("Columns that replace those with this `source_name` in `config.columns`"),
  ),
  applied: v.pipe(v.boolean(), v.description("Whether `config` uses this option")),
});
export type ColumnProposal = v.InferOutput<typeof ColumnProposal>;
