import { ApiError } from "#client/errors.ts";
import { readAgain } from "../resource.ts";
import { sentenceOf } from "./sentenceOf.ts";

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
