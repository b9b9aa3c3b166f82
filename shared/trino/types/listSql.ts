import { bindSql, eachSql, filterSql } from "./bindSql.ts";

/**
 * Writes the first or the last of the list entries `{k, …}` for each key, sorted by key. The entries need an increasing field
 * `i`.
 */
export function onePerKey(entries: string, which: "first" | "last"): string {
  return bindSql([`list_sort(${entries})`], (all) =>
    filterSql(all, (entry, at) =>
      which === "first"
        ? `${at} = 1 OR ${all}[${at} - 1].k IS DISTINCT FROM ${entry}.k`
        : `${at} = len(${all}) OR ${all}[${at} + 1].k IS DISTINCT FROM ${entry}.k`,
    ),
  );
}

/** Writes the lists of entries `{k, i, …}` that share a key, sorted by key. */
export function groupsByKey(entries: string): string {
  return bindSql([`list_sort(${entries})`], (all) => {
    const starts = `list_filter(range(1, len(${all}) + 1), lambda "__s": "__s" = 1 OR ${all}["__s" - 1].k IS DISTINCT FROM ${all}["__s"].k)`;
    return bindSql(
      [starts],
      (begin) =>
        `list_transform(${begin}, lambda "__s", "__n": list_slice(${all}, "__s", CASE WHEN "__n" = len(${begin}) THEN len(${all}) ELSE ${begin}["__n" + 1] - 1 END))`,
    );
  });
}

/** Writes the distinct items of a list, in list order. */
export function distinctSql(list: string): string {
  if (list === "NULL") return list;
  const entries = `list_transform(${list}, lambda "__x", "__n": {'k': "__x", 'i': "__n"})`;
  const first = onePerKey(entries, "first");
  const ordered = `list_sort(${eachSql(first, (entry) => `{'i': ${entry}.i, 'k': ${entry}.k}`)})`;
  return eachSql(ordered, (entry) => `${entry}.k`);
}

/** String literal in SQL. */
const LITERAL = /^'(?:[^']|'')*'$/;

/**
 * Writes the strings of a list, joined by a separator, which may be a column. No string may be NULL; an empty list gives NULL
 * or ''.
 */
export function joinedSql(texts: string, separator: string): string {
  if (LITERAL.test(separator)) return `array_to_string(${texts}, ${separator})`;
  // The separator of array_to_string must be a constant.
  return bindSql([separator], (by) => {
    const all = eachSql(texts, (text) => `${by} || ${text}`);
    return `substr(array_to_string(${all}, ''), length(${by}) + 1)`;
  });
}

/** Writes a map built from a list of entries `{k, v}`; NULL for NULL. */
export function mapOf(entries: string): string {
  return bindSql(
    [entries],
    (all) => `map(${eachSql(all, (entry) => `${entry}.k`)}, ${eachSql(all, (entry) => `${entry}.v`)})`,
  );
}
