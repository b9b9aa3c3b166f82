const MAX_DETAIL_LENGTH = 300;

/** Describes an error response: status, code, message, and the request ID in the service log. */
export function explainAnswer(status: number, body: unknown): string {
  const { detail, code, error_id } = (body ?? {}) as Record<string, unknown>;
  if (body === null || body === undefined) return `HTTP ${status}, without a sentence that says why`;
  if (detail === undefined) return `HTTP ${status} ${JSON.stringify(body).slice(0, MAX_DETAIL_LENGTH)}`;
  const name = typeof code === "string" ? ` ${code}` : "";
  return `HTTP ${status}${name}: ${sentenceOf(detail)}${error_id ? ` (error_id ${error_id})` : ""}`;
}

/** Returns the message, or the errors for each field. */
function sentenceOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail).slice(0, MAX_DETAIL_LENGTH);
  return detail.map(({ loc, msg }) => `${[loc].flat().join(".")}: ${msg}`).join("; ");
}

/** Describes any thrown error on one line. Includes its causes, which are the only explanation for a lost connection. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message || (error as NodeJS.ErrnoException).code || error.name;
  return error.cause === undefined ? message : `${message}: ${explainFailure(error.cause)}`;
}
