import { signal } from "@preact/signals";

/** Reason why the sign-in failed; null if nothing failed. */
export const startFailure = signal<unknown>(null);
