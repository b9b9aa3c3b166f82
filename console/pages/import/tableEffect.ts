import { joinNames } from "@pdp/basics/wording";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { typeWord } from "../../parts/columnTypes.ts";
import { sequenceColumns } from "../columnChoices.ts";

const MAX_NAMED = 5;

/**
 * Describes the effects of an import on a table other than adding rows; undefined means a new table. `fitted` is the
 * configuration with the names and types of the table.
 */
export function tableEffect(
  table: Table | undefined,
  config: TableConfig | null,
  fitted: TableConfig | null = config,
): string {
  if (table === undefined) return "The table will be created.";
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const columns = config?.columns ?? [];
  const fittedColumns = fitted?.columns ?? [];
  const lacksSequences =
    config !== null &&
    sequenceColumns(table).length > 0 &&
    !fittedColumns.some(({ name }) => sequenceColumns(table).includes(name));
  const added = fittedColumns.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const texts = columns
    .filter(({ name, type, metadata }) => {
      const kept = known.get(name)?.metadata.kind;
      return type === "STRING" && kept === "NONE" && metadata?.kind !== "NONE";
    })
    .map(({ name }) => name);
  const others = fittedColumns.flatMap(({ name, type, source_name }) => {
    const fileColumn = columns.find(
      (column) => (column.source_name ?? column.name) === (source_name ?? name),
    );
    const isOther =
      known.has(name) && type === "STRING" && fileColumn !== undefined && fileColumn.type !== "STRING";
    return isOther
      ? `${name} is text in the table, but the file has ${typeWord(fileColumn.type)} values.`
      : [];
  });
  return [
    "Its rows are added to the table.",
    ...(lacksSequences
      ? [
          `The file has no column ${joinNames(sequenceColumns(table), MAX_NAMED)}: without sequences, its rows cannot be used in heatmaps and training runs.`,
        ]
      : []),
    ...(added.length > 0 ? [`The table gets new columns: ${joinNames(added, MAX_NAMED)}.`] : []),
    ...others,
    ...(texts.length > 0
      ? [`${joinNames(texts, MAX_NAMED)} remains plain text there: for sequences, import into a new table.`]
      : []),
  ].join(" ");
}
