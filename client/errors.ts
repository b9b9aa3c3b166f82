/** One problem in a request, from a 422 response. */
export interface Problem {
  /** Path of the field, such as `["body", "tables", "variants"]`. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

export interface TextPosition {
  line: number;
  column: number;
}

/** Error response from the service, with the service's message. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  /** HTTP status. */
  readonly status: number;
  /** Stable name of the error, such as `table_archived`; `validation_error` for a 422. */
  readonly code: string;
  /** ID of the request in the service log. */
  readonly errorId: string | null;
  /** Invalid fields of the request; empty unless the status is 422. */
  readonly problems: readonly Problem[];
  /** Position in the request's SQL, with one-based line and column. */
  readonly position: TextPosition | null;

  constructor(
    status: number,
    code: string,
    message: string,
    errorId: string | null,
    problems: Problem[],
    position: TextPosition | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errorId = errorId;
    this.problems = problems;
    this.position = position;
  }
}

/** Data that cannot be loaded. Each sentence says what to fix, with file, line, column and value. */
export class DataProblems extends Error {
  override readonly name = "DataProblems";
  readonly loadId: string;
  readonly sentences: readonly string[];

  constructor(loadId: string, sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.loadId = loadId;
    this.sentences = sentences;
  }
}

/** Import that was declined because of its warnings. None of its data was kept. */
export class ImportDeclined extends Error {
  override readonly name = "ImportDeclined";
}

/** Task that finished without a result. */
export class TaskFailed extends Error {
  override readonly name = "TaskFailed";
  readonly taskId: string;
  /** Task state: `FAILED` or `CANCELLED`. */
  readonly state: string;

  constructor(taskId: string, state: string, message: string) {
    super(message);
    this.taskId = taskId;
    this.state = state;
  }
}

/** Erasure that failed or was cancelled. */
export class ErasureFailed extends Error {
  override readonly name = "ErasureFailed";
  readonly erasureId: string;
  /** State of the erasure: `FAILED` or `CANCELLED`. */
  readonly state: string;

  constructor(erasureId: string, state: string, message: string) {
    super(message);
    this.erasureId = erasureId;
    this.state = state;
  }
}

/** Incomplete result: the stream ended early. */
export class IncompleteResult extends Error {
  override readonly name = "IncompleteResult";
}

/** Reads the error from a response with any body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  const body = parsed(text);
  const errorId = typeof body.error_id === "string" ? body.error_id : null;
  if (Array.isArray(body.detail)) {
    const problems = body.detail.filter(isProblem);
    const message = problems.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    return new ApiError(response.status, "validation_error", message, errorId, problems);
  }
  const code = typeof body.code === "string" ? body.code : `http_${response.status}`;
  const message =
    typeof body.detail === "string" ? body.detail : `The service returned status ${response.status}.`;
  const { line, column } = Object(body.position) as Partial<TextPosition>;
  const position = typeof line === "number" && typeof column === "number" ? { line, column } : null;
  return new ApiError(response.status, code, message, errorId, [], position);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "loc" in value && "msg" in value;
}
