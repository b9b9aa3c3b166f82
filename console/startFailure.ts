import { signal } from "@preact/signals";

/** Why nobody could be signed in; null as long as nothing failed. */
export const startFailure = signal<unknown>(null);
