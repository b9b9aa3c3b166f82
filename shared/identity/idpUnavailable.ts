import { DomainError } from "@pdp/basics/errors";
import { countFailure } from "#shared/runtime/countFailure.ts";

/**
 * Returns the error for a provider that does not respond, or sends an unusable response. `cause` is only logged and counted;
 * null in documentation.
 */
export function idpUnavailable(cause: unknown): DomainError {
  const error = new DomainError(
    "unavailable",
    "idp_unavailable",
    "The identity provider is not responding, so the request was not completed. Try again shortly.",
  );
  error.cause = cause;
  if (cause !== null) countFailure("idp-failures");
  return error;
}
