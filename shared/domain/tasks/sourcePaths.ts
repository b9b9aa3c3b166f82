/** Kinds of table sources: locations in a task's parameters that refer to rows to read. */
const SOURCE_KINDS = ["TABLE", "QUERY", "LITERAL", "TASK_RESULT", "SNAPSHOT"];

/**
 * Returns the path of each table source in a task's parameters, such as `data.dataset` or
 * `ranker.scorer_config.controls`. List elements are numbered.
 */
export function sourcePaths(parameters: unknown, path: readonly string[] = []): string[] {
  if (typeof parameters !== "object" || parameters === null) return [];
  const { kind } = parameters as { kind?: unknown };
  if (path.length > 0 && typeof kind === "string" && SOURCE_KINDS.includes(kind)) return [path.join(".")];
  return Object.entries(parameters).flatMap(([key, value]) => sourcePaths(value, [...path, key]));
}

/**
 * Returns the name of a source's input: the last name in its path, with the indices of the enclosing combined generators and of its
 * list, such as `source_1`.
 */
export function inputOfPath(path: string): string {
  const parts = path.split(".");
  const isNumber = (part: string): boolean => /^\d+$/.test(part);
  return [parts.findLast((part) => !isNumber(part)), ...parts.filter(isNumber)].join("_");
}
