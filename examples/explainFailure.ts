const MAX_DETAIL_LENGTH = 300;

/** What an answer says of itself: status, code, sentence, and the id under which the service's log knows the request. */
export function explainAnswer(status: number, body: unknown): string {
  const { detail, code, error_id } = (body ?? {}) as Record<string, unknown>;
  if (body === null || body === undefined) return `HTTP ${status}, without a sentence that says why`;
  if (detail === undefined) return `HTTP ${status} ${JSON.stringify(body).slice(0, MAX_DETAIL_LENGTH)}`;
  const name = typeof code === "string" ? ` ${code}` : "";
  return `HTTP ${status}${name}: ${sentenceOf(detail)}${error_id ? ` (error_id ${error_id})` : ""}`;
}

/** A sentence, or what is wrong with each field. */
function sentenceOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail).slice(0, MAX_DETAIL_LENGTH);
  return detail.map(({ loc, msg }) => `${[loc].flat().join(".")}: ${msg}`).join("; ");
}

/** One line that tells what went wrong, whatever was thrown. Only its causes say why a connection was lost. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message || (error as NodeJS.ErrnoException).code || error.name;
  return error.cause === undefined ? message : `${message}: ${explainFailure(error.cause)}`;
}
