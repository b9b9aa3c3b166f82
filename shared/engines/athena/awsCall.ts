import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@pdp/basics/errors";

/** Maximum time to keep retrying a throttled call, in milliseconds. */
const PATIENCE_MS = 30_000;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;

const THROTTLED = new Set([
  "ThrottlingException",
  "TooManyRequestsException",
  "RequestLimitExceeded",
  "OperationTimeoutException",
  "ConcurrentModificationException",
]);

/**
 * Retries an AWS call, with full jitter, while it is throttled or fails on the AWS side. Throws DomainError `throttled` if
 * that continues, the signal's reason when aborted, and all other errors unchanged.
 */
export async function awsCall<T>(
  send: () => Promise<T>,
  options: { signal?: AbortSignal | undefined; patienceMs?: number | undefined } = {},
): Promise<T> {
  const { signal, patienceMs = PATIENCE_MS } = options;
  const started = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error)) throw error;
      if (performance.now() - started > patienceMs) throw throttledError(error);
      const longest = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** attempt);
      await sleep(Math.random() * longest, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Returns the name of an AWS error. */
export function awsErrorName(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

function isTransient(error: unknown): boolean {
  if (THROTTLED.has(awsErrorName(error))) return true;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  const isConnection = error instanceof Error && "code" in error && status === undefined;
  return (status !== undefined && status >= 500) || (isConnection && error.code === "ECONNRESET");
}

/** Makes an AWS call, and ignores an error with this name, which means that another process was faster. */
export async function tolerate(errorName: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (awsErrorName(error) !== errorName) throw error;
  }
}

function throttledError(cause: unknown): DomainError {
  const error = new DomainError(
    "throttled",
    "sql_busy",
    "Too many queries are running. Try again in a minute.",
  );
  error.cause = cause;
  return error;
}
