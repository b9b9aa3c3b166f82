/**
 * Errors that the domain raises on purpose. Handlers do not know HTTP: `shared/http/errors.ts` holds the one table
 * from kind to status.
 */
export type ErrorKind =
  | "malformed" // the request or its SQL cannot be read
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict" // the resource is not in a state that allows it
  | "too_large"
  | "invalid" // a field of the request breaks a rule
  | "unsupported_media_type"
  | "throttled"
  | "unavailable"; // a system that the answer depends on cannot be reached

/** One problem of a request field, as in the specification's HTTPValidationError. */
export interface FieldProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly kind: ErrorKind;
  /** Stable, in snake_case, for programs. `message` is the sentence for people. */
  readonly code: string;
  readonly problems: readonly FieldProblem[];

  constructor(kind: ErrorKind, code: string, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.problems = problems;
  }
}

export function notFound(what: string, id: string): DomainError {
  return new DomainError(
    "not_found",
    `${what}_not_found`,
    `There is no ${what.replaceAll("_", " ")} ${id} here.`,
  );
}

export function conflict(code: string, message: string): DomainError {
  return new DomainError("conflict", code, message);
}

/** A rule that one field of the request breaks: answered as 422, naming the field. */
export function invalidField(loc: (string | number)[], message: string, input?: unknown): DomainError {
  const problem: FieldProblem = { loc, msg: message, type: "value_error" };
  if (input !== undefined) problem.input = input;
  return new DomainError("invalid", "validation_error", message, [problem]);
}
