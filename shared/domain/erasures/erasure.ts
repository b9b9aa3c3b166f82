import {
  absentOrNull,
  brokenRules,
  forbidden,
  givenTogether,
  noneGiven,
  textOrNone,
} from "@pdp/basics/schemas";
import * as v from "valibot";
import { ErasedText } from "#shared/domain/erasures/erasedText.ts";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString, LoadId } from "#shared/domain/id.ts";
import { QueryText, TableReference } from "#shared/domain/table.ts";

/** Maximum number of ids or versions listed in a plan or a certificate; the counts include all of them. */
export const MAX_LISTED = 1_000;
/** Time during which a plan can be confirmed, in milliseconds. */
export const PLAN_VALID_MS = 86_400_000;
/**
 * Days after which backups of a deployment on AWS no longer contain an erased row: recovery points and object versions have
 * expired by then.
 */
export const BACKUP_DAYS = 23;

const erasureFields = v.object({
  load_id: v.pipe(absentOrNull(LoadId), v.description("Erase all rows added by this data load")),
  reference: v.pipe(
    absentOrNull(TableReference),
    v.description("Table that contains the rows; requires `where`"),
  ),
  where: v.pipe(
    absentOrNull(QueryText),
    v.description(
      'SQL condition on the table columns and `"$load_id"`, `"$file_id"`, `"$line"`. It applies to the rows of every version',
    ),
    v.examples(["mutations = 'S238A'"]),
  ),
  reason: v.pipe(
    absentOrNull(textOrNone(500)),
    v.description("Reason for the erasure, for the certificate. Do not include erased values"),
    v.examples(["Consent withdrawn, ticket 4711"]),
  ),
});
export type ErasureRequest = v.InferOutput<typeof erasureFields>;

export const ErasureRequest = v.pipe(
  erasureFields,
  brokenRules<ErasureRequest>(({ load_id, reference, where }) => {
    const isLoad = load_id != null && reference == null && where == null;
    const isRows = load_id == null && reference != null && where != null;
    if (isLoad || isRows) return [];
    return [{ path: ["load_id"], message: "State either `load_id`, or `reference` and `where`" }];
  }),
  forbidden(
    givenTogether("load_id", "reference"),
    givenTogether("load_id", "where"),
    noneGiven("load_id", "reference"),
    noneGiven("load_id", "where"),
  ),
);

export const ErasureState = v.pipe(
  v.picklist(["PREPARED", "EXPIRED", "ERASING", "COMPLETED", "FAILED", "CANCELLED"]),
  v.description(
    "`PREPARED` until confirmed, `EXPIRED` if not confirmed within a day, `ERASING` until the rows have been removed from every version, then `COMPLETED`; `FAILED` with the reason in `errors` if it cannot be carried out, `CANCELLED` after `data:cancelErasure`",
  ),
);
export type ErasureState = v.InferOutput<typeof ErasureState>;

const count = (description: string) => v.pipe(v.number(), v.description(description));
const ids = (what: string) => v.pipe(v.array(IdString), v.description(`${what}; at most 1,000 are listed`));

const ErasedVersion = v.object({
  version_id: IdString,
  rows: count("Number of erased rows in this version"),
});

export const ErasedTable = v.object({
  table_id: IdString,
  reference: v.string(),
  rows: count("Number of distinct erased rows, regardless of how many versions contain them"),
  versions: v.pipe(
    v.array(ErasedVersion),
    v.description("Versions that contain any of these rows, oldest first; at most 1,000 are listed"),
  ),
  version_count: count("Number of versions that contain any of these rows"),
});
export type ErasedTable = v.InferOutput<typeof ErasedTable>;

export const ErasurePlan = v.object({
  tables: v.array(ErasedTable),
  tasks: ids("Tasks that read any of the rows; their inputs, models, reports and result rows are deleted"),
  task_count: count("Number of these tasks"),
  snapshot_count: count("Number of their inputs that can no longer be read"),
  artifacts: ids("Models and reports that are deleted"),
  artifact_count: count("Number of these models and reports"),
  orders: ids("Orders with designs that were read from the rows; their layouts are deleted"),
  order_count: count("Number of these orders"),
  uploads: ids("Uploaded files that are deleted entirely; their other rows remain in the tables"),
  upload_count: count("Number of these files"),
  result_count: count("Number of stored query results; all are deleted"),
  unread_loads: ids(
    "Data loads into the same tables with files that were never ingested, so conditions cannot find rows in them. If they contain the same values, delete them with `load:delete`",
  ),
  views: ids(
    "Views with a query that contains a value found only in erased rows. They are not changed: update or archive them",
  ),
  named_tables: ids(
    "Tables and views with a name, or a column with a name, that contains such a value. They are not changed, because queries use these names",
  ),
  texts: v.pipe(
    v.array(ErasedText),
    v.description(
      "File names, idempotency keys, tags, names and descriptions that contain such a value; they are replaced unless `keep_texts` is true. At most 1,000 are listed",
    ),
  ),
  text_count: count("Number of these texts"),
});
export type ErasurePlan = v.InferOutput<typeof ErasurePlan>;

export const ErasureProgress = v.object({
  phase: v.pipe(
    v.picklist(["WAITING", "SEARCHING", "REWRITING", "COMMITTING", "REMOVING"]),
    v.description("`WAITING` while another erasure in the workspace is running"),
  ),
  done: count("Completed steps of the phase"),
  total: count("Total number of steps in the phase"),
});
export type ErasureProgress = v.InferOutput<typeof ErasureProgress>;

export const Certificate = v.object({
  erasure_id: IdString,
  workspace_id: IdString,
  target: v.object({
    load_id: v.nullable(IdString),
    table_id: v.nullable(IdString),
    reference: v.nullable(v.string()),
  }),
  reason: v.nullable(v.string()),
  prepared_at: Timestamp,
  prepared_by: v.string(),
  confirmed_at: Timestamp,
  confirmed_by: v.string(),
  completed_at: Timestamp,
  rechecked_at: v.pipe(
    v.nullable(Timestamp),
    v.description(
      "Time of the second search for remaining data, after all earlier readers of the rows had finished",
    ),
  ),
  version_ids: ids("Data versions of the kind `ERASURE`"),
  tables: v.array(ErasedTable),
  tasks: ids("Tasks whose inputs and results were erased"),
  artifacts: ids("Models and reports that were deleted"),
  orders: v.pipe(
    v.optional(v.array(IdString)),
    v.description(
      "Orders whose layouts were deleted; at most 1,000 are listed. Absent in certificates of earlier releases",
    ),
  ),
  uploads: ids("Uploaded files that were deleted"),
  views: ids("Views with erased values in their query"),
  named_tables: ids("Tables and views with erased values in a name"),
  kept_texts: v.pipe(
    v.array(ErasedText),
    v.description(
      "Texts that contain erased values and were kept with `keep_texts`; at most 1,000 are listed",
    ),
  ),
  object_count: count("Objects that were deleted"),
  objects: v.pipe(v.array(v.string()), v.description("Keys of these objects; at most 1,000 are listed")),
  last_backup_expires_at: v.pipe(
    Timestamp,
    v.description(
      "Time by which automatic backups from before the erasure expire: recovery points of the database and versions of objects on AWS. Copies that somebody made, such as backups of one machine, do not expire",
    ),
  ),
});
export type Certificate = v.InferOutput<typeof Certificate>;

export const Erasure = v.object({
  id: IdString,
  state: ErasureState,
  load_id: v.nullable(IdString),
  reference: v.nullable(v.string()),
  table_id: v.nullable(IdString),
  where: v.pipe(
    v.nullable(v.string()),
    v.description("The condition; null once the rows are erased, because it may contain erased values"),
  ),
  reason: v.nullable(v.string()),
  created_at: Timestamp,
  created_by: v.string(),
  expires_at: v.pipe(v.nullable(Timestamp), v.description("Time until which the plan can be confirmed")),
  confirmed_at: v.nullable(Timestamp),
  confirmed_by: v.nullable(v.string()),
  completed_at: v.nullable(Timestamp),
  rechecked_at: v.nullable(Timestamp),
  keep_texts: v.pipe(
    v.boolean(),
    v.description("True if texts that contain erased values are kept; false until the plan is confirmed"),
  ),
  progress: v.nullable(ErasureProgress),
  errors: v.pipe(
    v.array(v.string()),
    v.description("Why the erasure, or its second search, failed; empty otherwise"),
  ),
  plan: ErasurePlan,
});
export type Erasure = v.InferOutput<typeof Erasure>;

/**
 * Part of an erasure that is executed again if its execution dies: the erasure itself, the purge of the database's files, or
 * the second search.
 */
export type ErasurePhase = "ERASE" | "PURGE" | "SETTLE" | "DONE";

/** Stored form of a plan; plans of earlier releases do not list texts. */
export type StoredPlan = Omit<
  ErasurePlan,
  "named_tables" | "orders" | "order_count" | "texts" | "text_count"
> &
  Partial<ErasurePlan>;

/** Stored form of an erasure. */
export interface ErasureRecord extends Omit<Erasure, "errors" | "keep_texts" | "plan"> {
  /** Absent in records from earlier releases. */
  errors?: string[];
  keep_texts?: boolean;
  plan: StoredPlan;
  attempt: number;
  /** Number of restarts after an execution died; absent if there are none. */
  restarts?: number;
  /** Set immediately before the first write that others can see: from then on, the erasure cannot be cancelled. */
  is_writing?: true;
  phase: ErasurePhase;
  /** Versions of kind ERASURE committed by the erasure. */
  version_ids: string[];
  /** Time of the second search; null until the rows are erased. */
  recheck_at: string | null;
  certificate: Certificate | null;
}
