import { ApiError, DataProblems, ErasureFailed, IncompleteResult, TaskFailed } from "#client/errors.ts";
import { SignInError } from "#client/signIn/authenticate.ts";
import { Interrupted, InvalidField, NotSignedIn, UnfitFiles, UsageError } from "./errors.ts";
import { EXIT } from "./exitCodes.ts";
import { type Call, fieldWords, problemWords } from "./fieldWords.ts";

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof DataProblems || error instanceof UnfitFiles) return EXIT.dataProblems;
  if (error instanceof NotSignedIn || error instanceof SignInError) return EXIT.signIn;
  if (error instanceof ApiError && error.status === 401) return EXIT.signIn;
  if (error instanceof Interrupted) return EXIT.interrupted;
  return EXIT.failed;
}

/** Returns the message for an error. Invalid fields are named as in the `call` of the command. */
export function wordsFor(error: unknown, url: string, call?: Call): string {
  if (error instanceof ApiError) return apiWords(error, call);
  if (error instanceof InvalidField)
    return `${fieldWords(["config", ...error.path], call)}: ${error.message}`;
  if (error instanceof SignInError) return `${error.message} Sign in with: pdp login`;
  if (isKnown(error)) return error.message;
  const cause = causeOf(error);
  if (cause !== null) {
    return `The platform at ${url} is not responding (${cause}). Check the URL (--url or PDP_URL) and that the platform is running.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function apiWords({ status, message, errorId, problems }: ApiError, call: Call | undefined): string {
  if (problems.length > 0) return problemWords(problems, call);
  if (status === 401) return `${message} Sign in with: pdp login`;
  // Other errors are caused by the caller and have no log entry.
  return errorId === null || status < 500 ? message : `${message} (error_id ${errorId})`;
}

const KNOWN = [
  DataProblems,
  ErasureFailed,
  IncompleteResult,
  Interrupted,
  NotSignedIn,
  TaskFailed,
  UnfitFiles,
  UsageError,
];

function isKnown(error: unknown): error is Error {
  return KNOWN.some((kind) => error instanceof kind) || (error instanceof Error && error.name === "Error");
}

/** Returns the cause of a failed connection; null for other errors. */
function causeOf(error: unknown): string | null {
  if (!(error instanceof TypeError) || !/fetch failed|terminated/.test(error.message)) return null;
  const { cause } = error;
  return cause instanceof Error ? (Object(cause).code ?? cause.message) : error.message;
}
