import { useEffect, useState } from "preact/hooks";
import type { GridSource } from "./gridSource.ts";
import { barsPath, type Summary, summarize } from "./summaries.ts";

/** Summary of a column with the path of its histogram. */
export type ColumnSummary = Summary & { bars: string };

/** Returns column summaries, one at a time, after all rows have arrived. */
export function useSummaries(rows: GridSource, isWanted: boolean): readonly ColumnSummary[] {
  const [read, setRead] = useState<{ rows: GridSource; summaries: ColumnSummary[] } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const work = async () => {
      const summaries: ColumnSummary[] = [];
      for await (const summary of summarize(rows, abort.signal)) {
        summaries.push({ ...summary, bars: summary.bins ? barsPath(summary.bins) : "" });
      }
      if (!abort.signal.aborted) setRead({ rows, summaries });
    };
    void work();
    return () => abort.abort();
  }, [rows, isWanted]);
  return read?.rows === rows ? read.summaries : [];
}
