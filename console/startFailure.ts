import { signal } from "@preact/signals";

/** Reason that the sign-in failed; null if it did not fail. */
export const startFailure = signal<unknown>(null);
