import { ApiError } from "../examples/apiClient.ts";
import { shown } from "./check.ts";

/** What an answer says of itself: status, code, sentence, and the id under which the log knows the request. */
export function explainAnswer(status: number, body: unknown): string {
  const { detail, code, error_id } = (body ?? {}) as Record<string, unknown>;
  if (detail === undefined) return `HTTP ${status} ${shown(body)}`;
  const sentence = typeof detail === "string" ? detail : shown(detail);
  const name = typeof code === "string" ? ` ${code}` : "";
  return `HTTP ${status}${name}: ${sentence}${error_id ? ` (error_id ${error_id})` : ""}`;
}

/** One line that tells what went wrong, whatever was thrown. */
export function explainFailure(error: unknown): string {
  if (error instanceof ApiError) return explainAnswer(error.status, error.body);
  if (!(error instanceof Error)) return shown(error);
  const code = (error as NodeJS.ErrnoException).code;
  const message = error.message || code || error.name;
  if (error.cause === undefined) return message;
  return `${message}: ${explainFailure(error.cause)}`;
}
