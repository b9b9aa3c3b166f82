import { DomainError } from "@pdp/basics/errors";

export function tokenMissing(): DomainError {
  return new DomainError(
    "unauthenticated",
    "token_missing",
    "This operation requires an access token. Send it in the header Authorization: Bearer <ACCESS_TOKEN>.",
  );
}

/** Returns the error for an invalid token. It does not give a reason, because that would only help an attacker. */
export function tokenInvalid(): DomainError {
  return new DomainError(
    "unauthenticated",
    "token_invalid",
    "This access token is not valid here. Sign in again to get a new one.",
  );
}

export function tokenExpired(): DomainError {
  return new DomainError(
    "unauthenticated",
    "token_expired",
    "This access token has expired. Refresh it, or sign in again.",
  );
}
