import type { HasErased } from "#shared/domain/erasures/erasedText.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { type DataFile, loadsOf } from "#shared/domain/loads/manifest.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import type { ErasedTexts } from "./erasedTexts.ts";
import type { Criterion, FileErasure } from "./eraseFile.ts";
import type { OrderReads } from "./orderReads.ts";
import type { CommittedList, TableObjects } from "./tableObjects.ts";
import type { TaskReads } from "./taskReads.ts";

/** Table that contains erased rows. */
export interface SearchedTable {
  table: TableRecord;
  objects: TableObjects;
  criterion: Criterion;
  /** Loads used to select segments; null if all segments are read. */
  loads: ReadonlySet<string> | null;
  /** Data files with erased rows, by key, including those from earlier rounds. */
  erasures: Map<string, FileErasure>;
  /** Tells whether the description of a column is replaced. */
  hasErased: HasErased;
}

/** Everything affected by an erasure. */
export interface ErasureSearch {
  /** Id of the erasure; empty for a plan. */
  id: string;
  tables: Map<string, SearchedTable>;
  loads: Map<string, LoadRecord>;
  /** Loads that are erased as a whole. */
  wholeLoads: Set<string>;
  lists: CommittedList[];
  tasks: TaskReads[];
  /** Tasks that read erased rows, by id. */
  affected: Map<string, TaskReads>;
  orders: OrderReads[];
  /** Ids of the orders with designs that were read from erased rows. */
  affectedOrders: string[];
  texts: ErasedTexts;
  /** Number of data files that were committed after they were searched, and that a condition may match. */
  fresh: number;
}

/** Returns the number of erased rows in a data file that count according to its entry in a manifest. */
export function erasedRowsOf({ erasures }: Pick<SearchedTable, "erasures">, file: DataFile): number {
  const erased = erasures.get(file.key)?.erased ?? [];
  const counting = new Set(loadsOf(file).map(({ load_id }) => load_id));
  return erased.reduce((sum, { load_id, rows }) => sum + (counting.has(load_id) ? rows : 0), 0);
}
