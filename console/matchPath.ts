/** Returns the named parts of a path that matches a pattern such as `/w/:workspace/tables/:table`; null if it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.replace(/(.)\/$/, "$1").split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(text);
    else if (part !== text) return null;
  }
  return params;
}
