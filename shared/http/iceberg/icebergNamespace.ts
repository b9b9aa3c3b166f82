import { DomainError } from "@pdp/basics/errors";

/** The only namespace of the Iceberg catalog: the schema of the tables in SQL. */
export const NAMESPACE = "main";

/** Throws a 404 if a path names another namespace. */
export function requireNamespace(name: string | undefined): void {
  if (name === NAMESPACE) return;
  const sentence = `Namespace "${(name ?? "").slice(0, 128)}" not found: the tables are in "${NAMESPACE}".`;
  throw new DomainError("not_found", "namespace_not_found", sentence);
}
