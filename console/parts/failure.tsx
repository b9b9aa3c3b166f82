import { ApiError } from "#client/errors.ts";
import { readAgain } from "../resource.ts";

/** Explains why something could not be shown or done, using the service's message. */
export function Failure({ error, retry = true }: { error: unknown; retry?: boolean }) {
  const id = error instanceof ApiError && error.status >= 500 ? error.errorId : null;
  return (
    <div class="notice danger" role="alert">
      <p>{sentenceOf(error)}</p>
      <div class="row">
        {retry && (
          <button type="button" class="small" onClick={readAgain}>
            Try again
          </button>
        )}
        {id && <span class="small">error_id {id}</span>}
      </div>
    </div>
  );
}

export function sentenceOf(error: unknown): string {
  if (error instanceof TypeError) return "The service cannot be reached. Is it running, and are you online?";
  // A form shows the message next to its field, so the field name is redundant.
  if (error instanceof ApiError) return error.message.replace(/^(?:body|query)(?:\.\w+)*: /, "");
  return error instanceof Error ? error.message : String(error);
}
