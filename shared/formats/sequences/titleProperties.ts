/** Maximum number of properties that become columns. */
const MAX_PROPERTIES = 40;
/** Share of the titles that must have a property for it to become a column. */
const MIN_SHARE = 0.5;
/** Name of a property, such as `score=` in `design_1, score=0.8, seed=3`. */
const PROPERTY = /(?:^|[\s,;|])([A-Za-z_][\w.]{0,40})=/g;
/** Separators at the end of a value. The lookbehind starts a match only at the first of them, so the time is linear. */
const SEPARATORS = /(?<![\s,;|])[\s,;|]+$/;

/** Returns the properties in a title; a value ends where the next property starts. */
export function titleProperties(title: string): Map<string, string> {
  const matches = [...title.matchAll(PROPERTY)];
  return new Map(
    matches.map((match, at) => {
      const end = matches[at + 1]?.index ?? title.length;
      const value = title.slice(match.index + match[0].length, end);
      return [match[1] as string, value.trim().replace(SEPARATORS, "")];
    }),
  );
}

/** Returns the properties that most of the given lines with titles have, except those with one of the given names. */
export function commonProperties(lines: readonly string[], names: readonly string[]): string[] {
  const titles = lines.filter((line) => line.trimStart().startsWith(">"));
  const counts = new Map<string, number>();
  for (const title of titles)
    for (const name of titleProperties(title.trim().slice(1)).keys())
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const usedNames = new Set(names.map((name) => name.toLowerCase()));
  const common: string[] = [];
  for (const [name, count] of counts) {
    if (count < MIN_SHARE * titles.length || usedNames.has(name.toLowerCase())) continue;
    usedNames.add(name.toLowerCase());
    common.push(name);
  }
  return common.slice(0, MAX_PROPERTIES);
}
