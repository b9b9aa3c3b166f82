import type { Column } from "@pdp/basics/columns";
import type { DesignRow } from "@pdp/science/designs";
import type { NewTaskTable } from "./taskRun.ts";

/** Wording of a task's table. */
interface TableWording {
  /** Description of how positions are numbered. */
  positions?: string;
  /** Warning about its predictions, for all of its rows. */
  warning?: string | null;
}

/** Converts designs to table rows, with two prediction columns per assay. */
export function designTable(
  description: string,
  rows: readonly DesignRow[],
  assayIds: readonly string[],
  { positions = "count from 1", warning = null }: TableWording = {},
): NewTaskTable {
  const assays = assayColumns(assayIds);
  const purposes = rows.some(({ purpose }) => purpose !== null);
  return {
    name: "designs",
    description,
    columns: [
      ...designColumns(assays, positions),
      ...(purposes ? PURPOSE_COLUMNS : []),
      ...warningColumns(warning),
    ],
    rows: rows.map(({ purpose, reason, ...row }) => ({
      ...tableRow(row, assays),
      ...(purposes && { purpose, reason }),
      ...(warning !== null && { warning }),
    })),
  };
}

const metadata = (description: string) => ({ description, deprecated: false });

/** Returns a column of a task's table. */
export function column(name: string, type: Column["type"], description: string, nullable = false): Column {
  return { name, type, nullable, metadata: metadata(description) };
}

/** Names of an assay's columns: the predicted mean and its standard deviation. */
interface AssayColumns {
  id: string;
  mean: string;
  sd: string;
}

/** Names columns after their assay if it is a valid SQL name not used by another assay, ignoring case. */
export function assayColumns(ids: readonly string[]): AssayColumns[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id.toLowerCase(), (counts.get(id.toLowerCase()) ?? 0) + 1);
  const isName = (id: string): boolean =>
    /^[A-Za-z][A-Za-z0-9_]{0,100}$/.test(id) && counts.get(id.toLowerCase()) === 1;
  return ids.map((id, index) => {
    let name = isName(id) ? id : `assay_${index + 1}`;
    while (name !== id && ids.some((other) => other.toLowerCase() === name)) name += "_";
    return { id, mean: `${name}_mean`, sd: `${name}_sd` };
  });
}

/** Columns for designs that are in the batch for different purposes. */
const PURPOSE_COLUMNS: Column[] = [
  column(
    "purpose",
    "STRING",
    "EXPLOIT: expected to be among the best; EXPLORE: selected to learn from",
    true,
  ),
  column(
    "reason",
    "STRING",
    "Components of the design, and how often they occur among measured variants",
    true,
  ),
];

/** Returns the column for a warning about a table's predictions; none without a warning. Every file made from the rows has it. */
export function warningColumns(warning: string | null): Column[] {
  return warning === null ? [] : [column("warning", "STRING", "Warning about the predictions")];
}

/** Columns for sequences that are ranked without a model. */
export function rankColumns(positions: string): Column[] {
  return [...placeColumns(positions), PROVENANCE_COLUMN];
}

const placeColumns = (positions: string): Column[] => [
  column("rank", "INT64", "1 is the best"),
  column("sequence", "STRING", "The design"),
  column(
    "mutations",
    "STRING",
    `Mutations relative to the parent, such as V39A;D40W; positions ${positions}`,
  ),
  column("num_mutations", "INT64", "Their number"),
  column("parent", "STRING", "Template of the design; for a ranking, its best sequence"),
];
const PROVENANCE_COLUMN = column(
  "generator_provenance",
  "STRING",
  "Alias of the generator that produced it",
  true,
);

function designColumns(assays: readonly AssayColumns[], positions: string): Column[] {
  return [
    ...placeColumns(positions),
    column(
      "log_likelihood",
      "FLOAT64",
      "Plausibility relative to the reference_assembly, otherwise to the template; natural logarithm",
    ),
    column("constraint_probability", "FLOAT64", "Probability that all constraints are met", true),
    column(
      "passes",
      "BOOL",
      "Whether it passes all filters and meets all constraints with a probability of at least 1 %",
    ),
    PROVENANCE_COLUMN,
    ...assays.flatMap(({ id, mean, sd }) => [
      column(mean, "FLOAT64", `Predicted value of ${id}`),
      column(sd, "FLOAT64", `Standard deviation of that prediction`),
    ]),
  ];
}

function tableRow(
  { predictions, ...row }: Omit<DesignRow, "purpose" | "reason">,
  assays: readonly AssayColumns[],
): Record<string, unknown> {
  const values = assays.flatMap(({ id, mean, sd }) => [
    [mean, predictions[id]?.mean],
    [sd, predictions[id]?.sd],
  ]);
  return { ...row, ...Object.fromEntries(values) };
}
