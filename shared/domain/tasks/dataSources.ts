import { ColumnName, isName } from "@pdp/basics/columns";
import {
  type BrokenRule,
  boundedArray,
  boundedRecord,
  brokenRules,
  oneOrMore,
  optional,
} from "@pdp/basics/schemas";
import * as v from "valibot";
import { SnapshotId, TaskId } from "#shared/domain/id.ts";
import { VersionName } from "#shared/domain/loads/versionTag.ts";
import { QueryText, TableReference } from "#shared/domain/table.ts";
import { brokenLiteralRules } from "./literalRules.ts";
import type { LiteralValue as LiteralValueType } from "./literalShape.ts";
import { sequenceChoice, variantChoice } from "./sequenceChoice.ts";

/** Schemas of the sources from which a task reads rows or sequences. */

/** Maximum number of sequences in a list. */
const MAX_LISTED_SEQUENCES = 20_000;
/** Maximum number of rows in a request; the request body is limited to 1 MB. */
const MAX_LITERAL_ROWS = 50_000;
const MAX_LITERAL_COLUMNS = 100;
/** Maximum number of sources in a list. */
const MAX_SOURCES = 50;
/** Maximum number of tasks with results in one source. */
const MAX_RESULT_TASKS = 100;

const TableSource = v.object({
  kind: v.literal("TABLE"),
  table: TableReference,
  version_id: v.pipe(optional(VersionName), v.description("Version of the table. Defaults to the latest")),
});

const QuerySource = v.object({ kind: v.literal("QUERY"), query: QueryText });

const MAX_LITERAL_DEPTH = 8;

/** Returns whether a value is a scalar, or a list or an object of such values with valid names. */
function isLiteralValue(value: unknown, depth = 1): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth > MAX_LITERAL_DEPTH) return false;
  const inner = Object.values(value);
  if (!inner.every((each) => isLiteralValue(each, depth + 1))) return false;
  if (Array.isArray(value)) return true;
  return inner.length <= MAX_LITERAL_COLUMNS && Object.keys(value).every(isName);
}

const LiteralValue = v.pipe(
  v.custom<LiteralValueType>(
    (value) => isLiteralValue(value),
    `A value must be text, a number, true, false, null, or a list or an object of such values, at most ${MAX_LITERAL_DEPTH} levels deep and with valid column names`,
  ),
  // Client generators cannot compile a union that contains objects with any names, so the description states the types.
  v.metadata({ jsonSchema: {} }),
);

const literalFields = v.object({
  kind: v.literal("LITERAL"),
  rows: v.pipe(
    boundedArray(
      boundedRecord(
        ColumnName,
        LiteralValue,
        MAX_LITERAL_COLUMNS,
        `At most ${MAX_LITERAL_COLUMNS} columns are allowed`,
      ),
      MAX_LITERAL_ROWS,
      "At most 50,000 rows are allowed. For more rows, load them into a table",
    ),
    v.nonEmpty("At least one row is required"),
    v.description(
      "Rows as objects that map column names to values. A value is text, a number, a boolean, null, or a list or an object of such values; all values in a column have the same type. If the task's parameters exceed 64 KB, the task shows `num_rows` instead of `rows`",
    ),
    v.examples([[{ sequence: "MKVLAAGIDE", fitness: 1.2 }]]),
  ),
});
type LiteralFields = v.InferOutput<typeof literalFields>;
export type LiteralRow = LiteralFields["rows"][number];

const SnapshotById = v.object({
  kind: v.literal("SNAPSHOT"),
  id: v.pipe(SnapshotId, v.description("A snapshot of an earlier task, from its `data_snapshots`")),
});
const SnapshotByInput = v.object({
  kind: v.literal("SNAPSHOT"),
  task_id: TaskId,
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(100),
    v.description("Name of an input of that task, such as `dataset`; reads the same rows that the task read"),
    v.examples(["dataset"]),
  ),
});
export type SnapshotSource = v.InferOutput<typeof SnapshotById> | v.InferOutput<typeof SnapshotByInput>;

const TaskResultSource = v.object({
  kind: v.literal("TASK_RESULT"),
  task_id: v.pipe(
    v.union(
      [TaskId, v.pipe(boundedArray(TaskId, MAX_RESULT_TASKS), v.nonEmpty("At least one task is required"))],
      "A task id or a list of task ids is required",
    ),
    v.description(
      "One or more COMPLETED tasks; the rows of all tasks are combined, with columns matched by name",
    ),
  ),
  table: v.pipe(
    optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
    v.description(
      "Result table of these tasks: its name, its reference `tasks.task_<id>.<name>`, or the field of `result` that refers to it. Defaults to `designs`",
    ),
    v.examples(["designs"]),
  ),
  name: v.pipe(
    optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    v.description("The same as `table`"),
    v.examples(["designs"]),
  ),
  query: v.pipe(
    optional(QueryText),
    v.description(
      "SELECT statement on these rows, which are available as `__source__`. Defaults to all rows",
    ),
    v.examples(["SELECT DISTINCT sequence FROM __source__"]),
  ),
});
export type TaskResultSource = v.InferOutput<typeof TaskResultSource>;

/** Rejects two different names for the table, because one of them would be ignored. */
function brokenResultRules({ table, name }: Pick<TaskResultSource, "table" | "name">): BrokenRule[] {
  if (table === null || name === null || table === name) return [];
  return [{ path: ["name"], message: "This name differs from `table`: specify only one of them" }];
}

const ResultVariants = v.object({ ...TaskResultSource.entries, ...variantChoice });
const ResultSequences = v.object({ ...TaskResultSource.entries, ...sequenceChoice });
const LiteralVariants = v.object({ ...literalFields.entries, ...variantChoice });
const LiteralSequences = v.object({ ...literalFields.entries, ...sequenceChoice });

/**
 * Rows that contain sequences or mutations of the reference, and either one column per assay or `assay_id` and `assay_value`;
 * optionally also `batch_id`.
 */
export const Dataset = v.variant("kind", [
  v.object({ ...TableSource.entries, ...variantChoice }),
  v.object({ ...QuerySource.entries, ...variantChoice }),
  v.pipe(LiteralVariants, brokenRules<v.InferOutput<typeof LiteralVariants>>(brokenLiteralRules)),
  v.object({ ...SnapshotById.entries, ...variantChoice }),
  v.object({ ...SnapshotByInput.entries, ...variantChoice }),
  v.pipe(ResultVariants, brokenRules<v.InferOutput<typeof ResultVariants>>(brokenResultRules)),
]);
export type Dataset = v.InferOutput<typeof Dataset>;

/** One source of measurements or several, whose columns are matched by name. */
export const Datasets = oneOrMore(Dataset, MAX_SOURCES, "sources");
export type Datasets = v.InferOutput<typeof Datasets>;

const rowsOfSequences = [
  v.object({ ...TableSource.entries, ...sequenceChoice }),
  v.object({ ...QuerySource.entries, ...sequenceChoice }),
  v.pipe(LiteralSequences, brokenRules<v.InferOutput<typeof LiteralSequences>>(brokenLiteralRules)),
  v.object({ ...SnapshotById.entries, ...sequenceChoice }),
  v.object({ ...SnapshotByInput.entries, ...sequenceChoice }),
  v.pipe(ResultSequences, brokenRules<v.InferOutput<typeof ResultSequences>>(brokenResultRules)),
] as const;

/** Rows that contain sequences; mutations without sequences are of no use if a task has no reference. */
export const SequenceRows = v.variant("kind", rowsOfSequences);

/** One source of rows with sequences or several. */
export const SequenceRowsList = oneOrMore(SequenceRows, MAX_SOURCES, "sources");

/** Sequences that a task reads from a column of rows. */
export const Assemblies = v.object({
  kind: v.pipe(
    v.picklist(["MONOMER", "VHVL"]),
    v.description("MONOMER for rows with `sequence`, VHVL for rows with `vh` and `vl`"),
  ),
  source: SequenceRowsList,
});
export type Assemblies = v.InferOutput<typeof Assemblies>;

export const SequenceSource = v.variant("kind", [
  ...rowsOfSequences,
  v.object({
    kind: v.literal("LIST"),
    sequences: v.pipe(boundedArray(v.string(), MAX_LISTED_SEQUENCES), v.minLength(1)),
  }),
]);
export type SequenceSource = v.InferOutput<typeof SequenceSource>;

/** One source of sequences or several. */
export const SequenceSources = oneOrMore(SequenceSource, MAX_SOURCES, "sources");
export type SequenceSources = v.InferOutput<typeof SequenceSources>;
