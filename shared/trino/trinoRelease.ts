/** Trino release that the recorded responses come from, and that `version()` returns. */
export const TRINO_RELEASE = "435";
