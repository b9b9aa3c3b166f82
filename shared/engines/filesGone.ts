import { DomainError } from "#shared/domain/errors.ts";

/** Error of a query whose files do not exist, as after an erasure; its cause is the engine's. */
export class FilesGone extends Error {
  override readonly name = "FilesGone";
}

/** Returns the error for a result that breaks off because its files are gone: only an erasure deletes files that a query reads. */
export function rowsErased(cause: unknown): DomainError {
  const message = "Rows that the query reads were erased while it ran. Run it again.";
  return Object.assign(new DomainError("conflict", "rows_erased", message), { cause });
}

/** Tells whether an error says that a data file, or the list of a table's files, does not exist. */
export function isFilesGone(error: unknown): error is Error {
  if (error instanceof DomainError) return error.code === "rows_erased";
  return error instanceof Error && (error.name === "NoSuchKey" || error instanceof FilesGone);
}
