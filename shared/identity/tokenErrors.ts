import { DomainError } from "#shared/domain/errors.ts";

export function tokenMissing(): DomainError {
  return new DomainError(
    "unauthenticated",
    "token_missing",
    "This needs an access token: send it in the header Authorization: Bearer <ACCESS_TOKEN>.",
  );
}

/** Says nothing about what is wrong: whoever made the token knows, and nobody else should. */
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
