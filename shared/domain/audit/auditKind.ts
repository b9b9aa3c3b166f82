/** Operations of other protocols, whose paths contain no verb. */
const KINDS: Record<string, string> = {
  "POST /v1/statement": "statement:start",
  "GET /v1/statement/{workspace}/{query}/{slug}/{page}": "statement:page",
  "DELETE /v1/statement/{workspace}/{query}/{slug}/{page}": "statement:cancel",
};

/** Returns the name of an operation in records, such as `load:undo`, from its method and path. */
export function auditKind(method: string, path: string): string {
  const known = KINDS[`${method} ${path}`];
  if (known !== undefined) return known;
  const verb = /^\/v2\/workspace\/\{workspace\}\/(?:data\/|project\/)?(.+)$/.exec(path)?.[1];
  if (verb !== undefined) return verb;
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return `${parts[0]}:${parts.at(-1)}`;
}
