import { DomainError } from "./errors.ts";

/** Storage that has run out of space. */
export type FullStorage = "temporary" | "objects" | "database";

const NAMES: Record<FullStorage, string> = {
  temporary: "disk for temporary files",
  objects: "storage of files",
  database: "disk of the database",
};

/** Error names of steps, as recorded by state machines. */
const STEP_ERRORS: Record<FullStorage, string> = {
  temporary: "Storage.TemporaryFull",
  objects: "Storage.ObjectsFull",
  database: "Storage.DatabaseFull",
};

const SYSTEM_CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** Messages of the operating system (also quoted by DuckDB), and of Trino when it spills to disk. */
const DISK_FULL =
  /\b(?:ENOSPC|EDQUOT): |: (?:No space left on device|Disk quota exceeded)\b|No free space available for spill/i;
/** Message of SQLite, which the embedded databases use. */
const DATABASE_FULL = /\bdatabase or disk is full\b/i;
/** Error codes returned by object stores. */
const OBJECTS_FULL: readonly string[] = [
  "StorageFull",
  "XMinioStorageFull",
  "InsufficientStorage",
  "QuotaExceeded",
];
const INSUFFICIENT_STORAGE = 507;
const MAX_CAUSES = 5;

/** Fields that errors from Node and the AWS clients may have. */
interface ErrorDetails extends Error {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Returns the storage that ran out of space and caused an error, directly or through its chain of causes; null if none did. */
export function fullStorage(error: unknown): FullStorage | null {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    // The message may quote arbitrary text.
    if (cause instanceof DomainError) return null;
    const full = storageOf(cause);
    if (full) return full;
    cause = cause.cause;
  }
  return null;
}

function storageOf(error: ErrorDetails): FullStorage | null {
  const { name, message, code, $metadata } = error;
  const ofStep = fullStorageOfStep(name);
  if (ofStep) return ofStep;
  if (OBJECTS_FULL.includes(name) || $metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return "objects";
  if (DATABASE_FULL.test(message)) return "database";
  return SYSTEM_CODES.includes(code) || DISK_FULL.test(message) ? "temporary" : null;
}

/** Returns the storage that a step's error name identifies; null for other names. */
export function fullStorageOfStep(name: string | undefined): FullStorage | null {
  const entry = Object.entries(STEP_ERRORS).find(([, known]) => known === name);
  return entry ? (entry[0] as FullStorage) : null;
}

/** Returns the error for a request that failed because of full storage. */
export function storageFull(storage: FullStorage): DomainError {
  return new DomainError(
    "storage_full",
    "storage_full",
    `The ${NAMES[storage]} of this platform is full, so the request was not completed. Data stored earlier is safe. Free up space, or ask the platform's operator to do so, then try again.`,
  );
}

/** Returns the error for a step that failed because of full storage, in the form that its state machine expects. */
export function stepStorageFull(storage: FullStorage, cause: unknown): Error {
  const error = new Error(`The ${NAMES[storage]} is full`, { cause });
  error.name = STEP_ERRORS[storage];
  return error;
}

/** Returns the sentence for background work that failed because of full storage; `advice` explains how to repeat it. */
export function storageFullSentence(storage: FullStorage, advice: string): string {
  return `The ${NAMES[storage]} of this platform was full. ${advice}`;
}
