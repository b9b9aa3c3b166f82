/** Trino release for which responses are recorded, and which `version()` returns. */
export const TRINO_RELEASE = "435";
