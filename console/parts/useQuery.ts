import { useEffect, useState } from "preact/hooks";
import { ApiError } from "#client/errors.ts";
import type { QueryCost, QueryOptions, QueryResult } from "#client/queryResult.ts";
import type { StoredQuery } from "#client/storedQueries.ts";
import { useWorkspace } from "../lab.ts";
import { GridRows } from "./grid/cells.ts";

export interface RunningQuery {
  rows: GridRows;
  /** Rows received so far. */
  count: number;
  isDone: boolean;
  error: unknown;
  /** Time until the last row arrived, in milliseconds. */
  milliseconds: number;
  /** Data that the query reads; null until known. */
  cost: QueryCost | null;
  /** Last known state of a query that continues in the background. */
  stored: StoredQuery | null;
}

/** Query that continues in the background after the user leaves the page. */
export interface StoredRun {
  /** ID of the query; null if no query is running in the background. */
  id: string | null;
  /**
   * Called with the ID of a query that starts to run in the background, or with null if the stored ID belongs to a different
   * query.
   */
  onChange: (id: string | null) => void;
}

/** Interval between renders while rows are arriving, in milliseconds. */
const PAUSE_MS = 100;
/** Time without a row after which a query continues in the background, in milliseconds. */
const LONG_MS = 10_000;

/**
 * Runs a query and shows its rows as they arrive; runs it again whenever `run` changes. Returns null if no SQL is given. With
 * `storedRun`, a slow query is restarted as one that continues in the background.
 */
export function useQuery(
  sql: string | null,
  options: Pick<QueryOptions, "asOf" | "project">,
  run: unknown,
  storedRun?: StoredRun,
): RunningQuery | null {
  const workspace = useWorkspace();
  const [shown, setShown] = useState<RunningQuery | null>(null);
  const storedId = storedRun?.id ?? null;
  useEffect(() => {
    if (sql === null) return setShown(null);
    const abort = new AbortController();
    const { signal } = abort;
    const started = performance.now();
    const rows = new GridRows();
    const known: Pick<RunningQuery, "cost" | "stored"> = { cost: null, stored: null };
    let drawn = Number.NEGATIVE_INFINITY;
    const show = (more: Partial<RunningQuery> = {}) => {
      if (signal.aborted) return;
      drawn = performance.now();
      const milliseconds = drawn - started;
      setShown({ rows, count: rows.count, isDone: false, error: undefined, milliseconds, ...known, ...more });
    };
    const onCost = (cost: QueryCost): void => {
      known.cost = cost;
    };
    const add = async (result: QueryResult): Promise<void> => {
      for await (const batch of result) {
        rows.add(batch);
        if (performance.now() - drawn > PAUSE_MS) show();
      }
    };
    let isMoved = false;
    const move = (id: string | null): void => {
      isMoved = true;
      if (!signal.aborted) storedRun?.onChange(id);
    };
    const readDirectly = async (): Promise<void> => {
      const late = new AbortController();
      const timer = storedRun && setTimeout(() => late.abort(), LONG_MS);
      try {
        const query = { ...options, onCost, streamed: true, signal: AbortSignal.any([signal, late.signal]) };
        const result = await workspace.query(sql, query);
        clearTimeout(timer);
        await add(result);
      } catch (error) {
        const isLong = late.signal.aborted || (error instanceof ApiError && error.code === "query_timeout");
        if (!storedRun || !isLong || rows.count > 0 || signal.aborted) throw error;
        move(await workspace.queries.start(sql, options));
      } finally {
        clearTimeout(timer);
      }
    };
    const readStored = async (id: string): Promise<void> => {
      const onProgress = (query: StoredQuery): void => {
        known.stored = query;
        show();
      };
      const query = await workspace.queries.get(id, 0, signal);
      if (query.query !== sql || query.version_id !== (options.asOf ?? null)) return move(null);
      onProgress(query);
      await add(await workspace.queries.result(id, { signal, onCost, onProgress }));
    };
    show();
    (storedId === null ? readDirectly() : readStored(storedId)).then(
      () => isMoved || show({ isDone: true }),
      (error: unknown) => show({ isDone: true, error }),
    );
    return () => abort.abort();
  }, [workspace, sql, options.asOf, options.project, run, storedId]);
  return shown;
}
