import { DomainError, type ErrorCode } from "@pdp/basics/errors";
import { boundMessage, formatPosition, positionAt, queryOutOfMemory } from "@pdp/trino/errors";
import { type Token, tokenize } from "@pdp/trino/parse";
import type { ExecutableQuery } from "@pdp/trino/relations";
import { withFailingExpression } from "#shared/engines/failingExpression.ts";
import { FilesGone } from "#shared/engines/filesGone.ts";
import { sentenceFor } from "./engineSentences.ts";

/** Patterns of errors that only a platform fault can cause, and that reveal internals in their text. */
const FAULTS =
  /^(?:INTERNAL(?! Error: Failed to bind column reference)|FATAL|IO|Permission|HTTP|Catalog|Dependency|Transaction|Parser) Error/i;

/**
 * Engine errors about missing files. A locked-down instance reports a missing path as a directory that it may not list.
 */
const FILES_GONE =
  /^IO Error: (?:No files found that match|Cannot open file "[^"]*": No such file)|^Permission Error: Cannot access file "[^"]*\/\*\*\/\*\.parquet"/;

/** Prefix of every engine error. */
const ENGINE = /^[A-Z][A-Za-z ]{1,40} Error: /;

/**
 * Translates DuckDB's error about generated text into the author's terms. An error that the author cannot fix is returned
 * unchanged, because it is a platform fault.
 */
export function explainError(
  error: unknown,
  memoryLimit: string,
  { text, views = [] }: Pick<ExecutableQuery, "text" | "views">,
): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  // Truncated before any pattern runs, because the message may contain values of any length.
  const message = boundMessage(error.message);
  // After running out of memory, the engine may fail to format another error.
  if (/^Out of Memory Error|std::bad_alloc/.test(message)) {
    return queryOutOfMemory(memoryLimit);
  }
  if (/max(?:imum)? expression depth/i.test(message)) {
    return malformedError(
      "query_too_complex",
      "The query is nested too deeply. Split it with WITH, or into views.",
    );
  }
  if (FILES_GONE.test(message))
    return new FilesGone("The files of a query no longer exist", { cause: error });
  if (FAULTS.test(message) || !ENGINE.test(message)) return error;
  const explained = placedError(sentenceFor(message), text);
  // The failed expression may be part of a view.
  return views.length > 0 ? explained : withFailingExpression(explained, text);
}

/**
 * Returns an error with the position in the query of the name that its message mentions; without a position if the query does
 * not contain the name.
 */
function placedError(said: string, text: string): DomainError {
  const [, name] =
    said.match(/\b(?:no column|no field|Column|name|There is no(?! column| field)) ([A-Za-z_]\w*)/) ?? [];
  if (name === undefined) return malformedError("invalid_sql", said);
  const isName = (token: Token): boolean => token.kind === "word" || token.kind === "quoted";
  const token = tokenize(text).find(
    (token) => isName(token) && token.text.toLowerCase() === name.toLowerCase(),
  );
  if (!token) return malformedError("invalid_sql", said);
  const position = positionAt(text, token.at);
  const placed = said.replace(/[.](?= Did you mean|$)/, ` (${formatPosition(position)}).`);
  return new DomainError("malformed", "invalid_sql", placed, [], position);
}

function malformedError(code: ErrorCode, message: string): DomainError {
  return new DomainError("malformed", code, message);
}
