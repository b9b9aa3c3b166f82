/** Returns the ids of the artifacts named in the parameters or the result of a task. */
export function artifactsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(artifactsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "artifact_id" && (typeof inner === "string" || typeof inner === "number")
      ? [String(inner)]
      : artifactsOf(inner),
  );
}
