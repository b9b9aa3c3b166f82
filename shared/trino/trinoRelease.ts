/** Release of Trino whose answers are recorded, and which `version()` names. */
export const TRINO_RELEASE = "435";
