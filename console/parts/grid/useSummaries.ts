import { useEffect, useState } from "preact/hooks";
import type { GridSource } from "./gridSource.ts";
import { barsPath, type Summary, summarize } from "./summaries.ts";

/** Returns column summaries, one at a time, after all rows have arrived. */
export function useSummaries(rows: GridSource, isWanted: boolean): readonly (Summary & { bars: string })[] {
  const [found, setFound] = useState<{ rows: GridSource; summaries: (Summary & { bars: string })[] } | null>(
    null,
  );
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const work = async () => {
      const summaries: (Summary & { bars: string })[] = [];
      for await (const summary of summarize(rows, abort.signal)) {
        summaries.push({ ...summary, bars: summary.bins ? barsPath(summary.bins) : "" });
      }
      if (!abort.signal.aborted) setFound({ rows, summaries });
    };
    void work();
    return () => abort.abort();
  }, [rows, isWanted]);
  return found?.rows === rows ? found.summaries : [];
}
