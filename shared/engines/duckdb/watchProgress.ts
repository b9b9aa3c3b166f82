import type { DuckDBConnection } from "@duckdb/node-api";

/** Interval between checks of the engine's progress, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** Reports the engine's estimate of the number of bytes read from a query's files, until the returned function is called. */
export function watchProgress(
  connection: DuckDBConnection,
  totalBytes: number,
  onRead: (bytes: number) => void,
): () => void {
  const timer = setInterval(() => {
    // The value is negative while nothing is running.
    const { percentage } = connection.progress;
    if (percentage > 0) onRead(Math.floor((Math.min(percentage, 100) / 100) * totalBytes));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
