import { nameKey } from "./nameInFile.ts";

/**
 * Returns the name used to look up each column of a header: the column's name or, if the name is repeated or empty, a name
 * that includes its position, such as `rep1 (column 3)` or `column 4`.
 */
export function namesByPlace(header: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of header) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
  return header.map((name, index) => {
    const text = name.trim();
    if (text === "") return `column ${index + 1}`;
    return counts.get(nameKey(name)) === 1 ? name : `${text} (column ${index + 1})`;
  });
}
