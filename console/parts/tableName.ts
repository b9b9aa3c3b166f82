const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Returns what is wrong with the name of a table; null if it is possible. */
export function problemOfTableName(name: string): string | null {
  return NAME.test(name) ? null : "A name has letters, digits and underscores, a letter first.";
}
