import { DomainError, type TextPosition } from "@pdp/basics/errors";
import { shorten } from "@pdp/basics/wording";

export type SqlErrorCode =
  | "invalid_sql"
  | "statement_not_allowed"
  | "unknown_function"
  | "unknown_table"
  | "time_not_in_history"
  | "view_cycle"
  | "query_too_complex";

/** Maximum message length in characters; the names that it contains can be long. */
const MAX_SENTENCE_CHARACTERS = 2_000;

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** Returns "line 2, column 5". */
export function formatPosition({ line, column }: TextPosition): string {
  return `line ${line}, column ${column}`;
}

/** Returns an error with its position. `sentence` has no trailing period: the position is appended in parentheses. */
export function sqlError(
  code: SqlErrorCode,
  sentence: string,
  text: string,
  offset: number,
  after = "",
): DomainError {
  const short = shorten(sentence, MAX_SENTENCE_CHARACTERS);
  const position = positionAt(text, offset);
  const message = `${short} (${formatPosition(position)})${after || "."}`;
  return new DomainError("malformed", code, message, [], position);
}

/** Query error. Its position defaults to that of the expression being written. */
export class Refusal extends Error {
  at: number | undefined;
  readonly code: SqlErrorCode;
  /** Sentence after the position, including the period before it. */
  readonly after: string;

  constructor(sentence: string, at?: number, code: SqlErrorCode = "invalid_sql", after = "") {
    super(sentence);
    this.at = at;
    this.code = code;
    this.after = after;
  }
}

/** Runs a callback on query text and rethrows a refusal as an error with its position in the text. */
export function withPlace<Result>(text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal
      ? sqlError(error.code, error.message, text, error.at ?? 0, error.after)
      : error;
  }
}
