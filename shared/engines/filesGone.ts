import { DomainError } from "@pdp/basics/errors";

/** Error for a query with missing files, for example after an erasure; its cause is the engine's error. */
export class FilesGone extends Error {
  override readonly name = "FilesGone";
}

/**
 * Returns the error for a result that is cut off because its files are gone: only an erasure deletes files that a query is
 * reading.
 */
export function rowsErased(cause: unknown): DomainError {
  const message = "Rows that the query reads were erased while it ran. Run it again.";
  return Object.assign(new DomainError("conflict", "rows_erased", message), { cause });
}

/** Tells whether an error reports that a data file, or a table's file list, does not exist. */
export function isFilesGone(error: unknown): error is Error {
  if (error instanceof DomainError) return error.code === "rows_erased";
  return error instanceof Error && (error.name === "NoSuchKey" || error instanceof FilesGone);
}
