import { ApiError } from "#client/errors.ts";
import { readAgain } from "../resource.ts";

/** Says why something could not be shown or done, in the service's sentence. */
export function Failure({ error, retry = true }: { error: unknown; retry?: boolean }) {
  const id = error instanceof ApiError ? error.errorId : null;
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
  return error instanceof Error ? error.message : String(error);
}
