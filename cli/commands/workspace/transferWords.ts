/** State of an export or import that is shown while it runs. */
export interface TransferWords {
  verb: string;
  progress: {
    phase?: string;
    files: number;
    bytes: number;
    total_files?: number;
    total_bytes?: number;
  } | null;
}

/** Returns a size in MB, or in kB if it is smaller. */
export function sizeOf(bytes: number): string {
  const [unit, factor] = bytes < 1_000_000 ? ["kB", 1_000] : ["MB", 1_000_000];
  return `${(bytes / factor).toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

/** Describes the progress of an export or import. */
export function transferWords({ verb, progress }: TransferWords): string {
  if (progress === null) return verb;
  const { phase, files, bytes, total_files, total_bytes } = progress;
  const number = (value: number): string => value.toLocaleString("en-US");
  const count = total_files === undefined ? number(files) : `${number(files)} of ${number(total_files)}`;
  const size = total_bytes === undefined ? sizeOf(bytes) : `${sizeOf(bytes)} of ${sizeOf(total_bytes)}`;
  const done = files === 0 ? "" : `  ${count} files, ${size}`;
  return `${verb}${phase === undefined ? "" : ` (${phase.toLowerCase()})`}${done}`;
}

const MAX_AT_ONCE = 4;

/** Calls `work` for each item, a few at a time. Rejects with the first error, once the others have ended. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  for await (const item of items) {
    if (failure !== null) break;
    const started: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(started));
    running.add(started);
    if (running.size >= MAX_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure !== null) throw (failure as { error: unknown }).error;
}
