import {
  type CellNotation,
  type CellPart,
  type Column,
  ColumnName,
  ColumnType,
  foldName,
  type ItemType,
  MissingValues,
  Notations,
  notationFault,
  Part,
  SequenceKind,
  trimWords,
} from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { absentOrNull, boundedArray, text, textOrNone } from "@pdp/basics/schemas";
import * as v from "valibot";

/** Maximum number of columns in a table, and of fields in a STRUCT. */
const MAX_COLUMNS = 2000;
const MAX_DEPTH = 8;

const Metadata = v.object({
  description: v.pipe(
    absentOrNull(textOrNone(10_000)),
    v.description("Meaning of the values, with their unit. Defaults to null"),
    v.examples(["Melting temperature in °C"]),
  ),
  deprecated: v.pipe(
    absentOrNull(v.boolean()),
    v.description("True if the column should no longer be used. Defaults to false"),
  ),
  kind: v.pipe(
    absentOrNull(SequenceKind),
    v.description(
      "Kind of sequences in a STRING column or an ARRAY of STRING, which determines how values are checked: `AMINO_ACIDS`, `ALIGNED` (amino acids with `-` and `.` as gaps, and insertions in lower case), `DNA`, `RNA`, or `NONE` for any text. Defaults to `AMINO_ACIDS` if the column is named `sequence` or `…_sequence` (an ARRAY also `sequences` or `…_sequences`)",
    ),
    v.examples(["AMINO_ACIDS"]),
  ),
});

interface ItemInput {
  type: ColumnType;
  nullable?: boolean | null | undefined;
  columns?: ColumnInput[] | null | undefined;
  item_type?: ItemInput | null | undefined;
}

interface ColumnInput extends ItemInput {
  name: string;
  metadata?:
    | {
        description?: string | null | undefined;
        deprecated?: boolean | null | undefined;
        kind?: SequenceKind | null | undefined;
      }
    | null
    | undefined;
  source_name?: string | null | undefined;
  missing_values?: string[] | null | undefined;
  notations?: CellNotation[] | null | undefined;
  part?: CellPart | null | undefined;
}

const itemEntries = {
  type: ColumnType,
  nullable: v.pipe(
    absentOrNull(v.boolean()),
    v.description("True if values may be missing. Defaults to true"),
  ),
  columns: v.pipe(
    absentOrNull(
      boundedArray(
        v.lazy((): v.GenericSchema<ColumnInput> => ColumnShape),
        MAX_COLUMNS,
        `At most ${MAX_COLUMNS} columns are allowed`,
      ),
    ),
    v.description("The fields of a STRUCT; required for this type and not allowed for others"),
  ),
  item_type: v.pipe(
    absentOrNull(v.lazy((): v.GenericSchema<ItemInput> => ItemShape)),
    v.description("Item type of an ARRAY; required for this type and not allowed for others"),
  ),
};

export const ItemShape: v.GenericSchema<ItemInput> = v.object(itemEntries);
const columnEntries = {
  ...itemEntries,
  name: ColumnName,
  metadata: absentOrNull(Metadata),
  source_name: v.pipe(
    absentOrNull(text(1, 1000)),
    v.description(
      "In a data load: name of the column in the file, if different. In CSV, TSV and XLSX, `rep1 (column 3)` is the third column if the header repeats `rep1`, and `column 4` is the fourth column if it has no name",
    ),
    v.examples(["Tm (°C)"]),
  ),
  missing_values: v.pipe(
    absentOrNull(MissingValues),
    v.description(
      "In a data load: words that mean a missing value in this column, in addition to those of the table",
    ),
    v.examples([["n.d."]]),
  ),
  notations: v.optional(v.nullable(Notations)),
  part: v.optional(v.nullable(Part)),
};

export const ColumnShape: v.GenericSchema<ColumnInput> = v.object(columnEntries);

/** Schema of a non-empty list of columns in a request. `columnsFrom` checks depth and uniqueness. */
export const ColumnsInput = v.pipe(
  boundedArray(ColumnShape, MAX_COLUMNS, `At most ${MAX_COLUMNS} columns are allowed`),
  v.nonEmpty("At least one column is required"),
);
export type ColumnsInput = v.InferOutput<typeof ColumnsInput>;

/** Columns of the files of a load: their names may be those in the files, for which `proposedColumns` proposes SQL names. */
export const FileColumnsInput = v.pipe(
  boundedArray(
    v.object({
      ...columnEntries,
      name: v.pipe(
        text(1, 1000),
        v.description(
          "Name in the table. If it is not a valid SQL name, such as `Tm (C)`, it becomes the `source_name`, and the response has the proposed name",
        ),
        v.examples(["fitness"]),
      ),
    }),
    MAX_COLUMNS,
    `At most ${MAX_COLUMNS} columns are allowed`,
  ),
  v.nonEmpty("At least one column is required"),
);

/** Checks constraints that the schema cannot express and fills in defaults. `loc` is the location of the list in the request. */
export function columnsFrom(input: ColumnsInput, loc: (string | number)[]): Column[] {
  return columnsByName(input, loc, 1);
}

function columnsByName(input: ColumnInput[], loc: (string | number)[], depth: number): Column[] {
  const seen = new Set<string>();
  return input.map((column, index) => {
    const here = [...loc, index];
    const folded = foldName(column);
    if (seen.has(folded)) {
      throw invalidField(
        [...here, "name"],
        `There are two columns named "${column.name}" (names are case-insensitive)`,
        column.name,
      );
    }
    seen.add(folded);
    const metadata = {
      description: column.metadata?.description ?? null,
      deprecated: column.metadata?.deprecated ?? false,
      ...kindFrom(column, here),
    };
    const result: Column = { name: column.name, ...itemFrom(column, here, depth), metadata };
    if (column.source_name) result.source_name = column.source_name;
    const words = trimWords(column.missing_values);
    if (words) result.missing_values = words;
    return { ...result, ...notationsFrom(column, here) };
  });
}

/**
 * Returns a column's cell notation and cell part if they differ from the defaults. Raises a 422 if its type does not support
 * them.
 */
function notationsFrom(column: ColumnInput, loc: (string | number)[]): Pick<Column, "notations" | "part"> {
  const { notations, part } = { notations: column.notations ?? [], part: column.part ?? "VALUE" };
  const fault = notationFault(column.type, notations, part);
  if (fault) throw invalidField([...loc, fault.field], fault.message, column[fault.field]);
  return { ...(notations.length > 0 && { notations }), ...(part !== "VALUE" && { part }) };
}

/** Returns the stated sequence kind. Raises a 422 if the column cannot contain sequences. */
function kindFrom(column: ColumnInput, loc: (string | number)[]): { kind?: SequenceKind } {
  const kind = column.metadata?.kind;
  if (!kind) return {};
  if (column.type === "STRING" || isListOfTexts(column)) return { kind };
  throw invalidField(
    [...loc, "metadata", "kind"],
    "Only a STRING column or an ARRAY of STRING can contain sequences",
    kind,
  );
}

function isListOfTexts({ type, item_type: item }: ItemInput): boolean {
  return type === "ARRAY" && (item?.type === "STRING" || (item ? isListOfTexts(item) : false));
}

function itemFrom(item: ItemInput, loc: (string | number)[], depth: number): ItemType {
  if (depth > MAX_DEPTH) throw invalidField(loc, `Columns can be nested at most ${MAX_DEPTH} levels deep`);
  const result: ItemType = { type: item.type, nullable: item.nullable ?? true };
  if (item.type === "STRUCT") {
    if (!item.columns?.length) throw invalidField([...loc, "columns"], "A STRUCT requires `columns`");
    result.columns = columnsByName(item.columns, [...loc, "columns"], depth + 1);
  } else if (item.type === "ARRAY") {
    if (!item.item_type) throw invalidField([...loc, "item_type"], "An ARRAY requires `item_type`");
    result.item_type = itemFrom(item.item_type, [...loc, "item_type"], depth + 1);
  }
  return result;
}
