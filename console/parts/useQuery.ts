import { useEffect, useState } from "preact/hooks";
import type { QueryOptions } from "#client/queryResult.ts";
import { useWorkspace } from "../lab.ts";
import { GridRows } from "./grid/cells.ts";

export interface RunningQuery {
  rows: GridRows;
  /** Rows that have arrived. */
  count: number;
  isDone: boolean;
  error: unknown;
  /** Time until the last row that has arrived, in milliseconds. */
  milliseconds: number;
}

/** Time between two drawings while rows arrive, in milliseconds. */
const PAUSE_MS = 100;

/** Runs a query and shows its rows as they arrive; again whenever `run` changes. Null without SQL. */
export function useQuery(
  sql: string | null,
  options: Omit<QueryOptions, "signal">,
  run: unknown,
): RunningQuery | null {
  const workspace = useWorkspace();
  const [shown, setShown] = useState<RunningQuery | null>(null);
  useEffect(() => {
    if (sql === null) return setShown(null);
    const abort = new AbortController();
    const started = performance.now();
    const rows = new GridRows();
    let drawn = Number.NEGATIVE_INFINITY;
    const show = (more: Partial<RunningQuery> = {}) => {
      if (abort.signal.aborted) return;
      drawn = performance.now();
      const milliseconds = drawn - started;
      setShown({ rows, count: rows.count, isDone: false, error: undefined, milliseconds, ...more });
    };
    const read = async () => {
      const result = await workspace.query(sql, { ...options, streamed: true, signal: abort.signal });
      for await (const batch of result) {
        rows.add(batch);
        if (performance.now() - drawn > PAUSE_MS) show();
      }
    };
    show();
    read().then(
      () => show({ isDone: true }),
      (error: unknown) => show({ isDone: true, error }),
    );
    return () => abort.abort();
  }, [workspace, sql, options.asOf, options.project, run]);
  return shown;
}
