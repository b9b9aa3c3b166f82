/** Returns options that are shown as they are. */
export function optionsOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
