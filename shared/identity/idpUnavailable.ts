import { DomainError } from "#shared/domain/errors.ts";

/** The provider cannot answer, or its answer cannot be used. `cause` is for the log alone. */
export function idpUnavailable(cause: unknown): DomainError {
  const error = new DomainError(
    "unavailable",
    "idp_unavailable",
    "The identity provider does not answer at the moment, so this could not be done. Try again shortly.",
  );
  error.cause = cause;
  return error;
}
