/** Strings, marks, and everything between them in a JSON text without white space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/g;

interface Container {
  /** Values by key; null in an array. */
  members: Map<string, string> | null;
  items: string[];
  key: string;
}

/**
 * Returns JSON without repeated keys: the last value of a key replaces earlier ones, as in Jackson. The text must be valid JSON
 * without white space.
 */
export function uniqueKeys(json: string): string {
  const open: Container[] = [{ members: null, items: [], key: "" }];
  let keyNext = false;
  const add = (value: string): void => {
    const { members, items, key } = open.at(-1) as Container;
    if (members) members.set(key, value);
    else items.push(value);
  };
  for (const [token] of json.matchAll(TOKEN)) {
    const top = open.at(-1) as Container;
    if (token === "{" || token === "[") {
      open.push({ members: token === "{" ? new Map() : null, items: [], key: "" });
      keyNext = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      add(
        top.members
          ? `{${[...top.members].map(([key, value]) => `${key}:${value}`).join(",")}}`
          : `[${top.items.join(",")}]`,
      );
      keyNext = false;
    } else if (token === ",") keyNext = top.members !== null;
    else if (token !== ":" && keyNext) {
      top.key = JSON.stringify(JSON.parse(token));
      keyNext = false;
    } else if (token !== ":") add(token);
  }
  return open[0]?.items[0] ?? json;
}
