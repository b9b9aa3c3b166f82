/** Declaration of a private member: a field, a getter or a method. */
const MEMBER =
  /^(\s+)private ((?:static |readonly |async |get |set |\*)*)(?!constructor\b)([A-Za-z]\w*)(?=[\s(:;=?!<])/gm;

/**
 * Turns the private members of TypeScript classes into private members of JavaScript, whose names a bundler shortens. Members that a file
 * accesses other than by `this.name` keep their names.
 */
export function withHardPrivates(source: string): string {
  const names = new Set([...source.matchAll(MEMBER)].map(([, , , name = ""]) => name));
  const hard = [...names].filter((name) => isOnlyOfThis(source, name));
  if (hard.length === 0) return source;
  const known = new Set(hard);
  return source
    .replace(MEMBER, (all, indent: string, modifiers: string, name: string) =>
      known.has(name) ? `${indent}${modifiers.replace("readonly ", "")}#${name}` : all,
    )
    .replace(/\bthis\.([A-Za-z]\w*)\b/g, (all, name: string) => (known.has(name) ? `this.#${name}` : all));
}

/** Tells whether a member is declared as private each time, and is accessed only by `this.name`. */
function isOnlyOfThis(source: string, name: string): boolean {
  const elsewhere = new RegExp(
    `(?<!\\bthis)[.?]\\.?\\b${name}\\b|\\bsuper\\.${name}\\b|\\[["']${name}["']\\]`,
  );
  const destructured = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*this\\b`);
  const declared = new RegExp(
    `^\\s+(?:(?:public|protected|static|readonly|async|declare|override) )+${name}\\b`,
    "m",
  );
  return !elsewhere.test(source) && !destructured.test(source) && !declared.test(source);
}
