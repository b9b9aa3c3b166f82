import type { ErrorCode } from "./errorCodes.ts";

/**
 * Kind of error raised deliberately by the domain. The domain does not know about HTTP: `shared/http/errors.ts` maps kinds to
 * statuses.
 */
export const ERROR_KINDS = [
  "malformed", // the request or its SQL cannot be parsed
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict", // the state of the resource does not allow it
  "too_large",
  "locked", // the workspace is frozen
  "invalid", // a field of the request violates a rule
  "unsupported_media_type",
  "timeout", // the request arrives too slowly
  "throttled",
  "storage_full",
  "unavailable", // a system that the response depends on cannot be reached
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Problem with one request field, formatted like the specification's HTTPValidationError. */
export interface FieldProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** Position in a string; line and column count from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly kind: ErrorKind;
  /** Stable machine-readable code in snake_case; `message` is the text for people. */
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[];
  /** Position in the request's SQL that `message` refers to. */
  readonly position: TextPosition | undefined;

  constructor(
    kind: ErrorKind,
    code: ErrorCode,
    message: string,
    problems: readonly FieldProblem[] = [],
    position?: TextPosition,
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.problems = problems;
    this.position = position;
  }
}

/** Kinds of resources that a response can report as missing. */
type Findable = ErrorCode extends infer Code
  ? Code extends `${infer What}_not_found`
    ? What
    : never
  : never;

export function notFound(what: Findable, id: string): DomainError {
  return new DomainError(
    "not_found",
    `${what}_not_found`,
    `There is no ${what.replaceAll("_", " ")} ${id} here.`,
  );
}

export function conflict(code: ErrorCode, message: string): DomainError {
  return new DomainError("conflict", code, message);
}

/** Returns the error for a request field that violates a rule: a 422 that names the field. */
export function invalidField(loc: (string | number)[], message: string, input?: unknown): DomainError {
  const problem: FieldProblem = { loc, msg: message, type: "value_error" };
  if (input !== undefined) problem.input = input;
  return new DomainError("invalid", "validation_error", message, [problem]);
}
