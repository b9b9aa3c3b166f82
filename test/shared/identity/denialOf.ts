import { DomainError } from "@pdp/basics/errors";
import { expect } from "vitest";

/** Returns the kind and code of a call's error; fails if it is not a DomainError with a message. */
export async function denialOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    const { kind, code, message } = error as DomainError;
    expect(message).toMatch(/^[A-Z].+\.$/);
    return `${kind} ${code}`;
  }
  return "nothing was raised";
}

export const INVALID = "unauthenticated token_invalid";
export const EXPIRED = "unauthenticated token_expired";
export const MISSING = "unauthenticated token_missing";
export const UNAVAILABLE = "unavailable idp_unavailable";
