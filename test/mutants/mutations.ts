/** Change of one expression in a source file. */
export interface Mutation {
  /** Line number, from 1. */
  line: number;
  before: string;
  after: string;
  /** Complete text of the changed file. */
  text: string;
}

/** Replacements that keep a program valid but change what it does. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ 1\b/g, " - 1"],
  [/ - 1\b/g, " + 1"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\bMath\.min\b/g, "Math.max"],
  [/\bMath\.max\b/g, "Math.min"],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
];

/** Lines without statements: comments, imports, types and text. */
const PASSIVE = /^\s*(?:\/\/|\/\*|\*|import |export type |type |interface |["'`])/;

/** Returns all mutations of a source file, in order. */
export function mutationsOf(source: string): Mutation[] {
  const lines = source.split("\n");
  return lines.flatMap((line, index) => {
    if (PASSIVE.test(line)) return [];
    return OPERATORS.flatMap(([pattern, replacement]) =>
      [...line.matchAll(pattern)].flatMap((found) => {
        if (isInText(line, found.index)) return [];
        const after = line.slice(0, found.index) + replacement + line.slice(found.index + found[0].length);
        const text = lines.with(index, after).join("\n");
        return [{ line: index + 1, before: line.trim(), after: after.trim(), text }];
      }),
    );
  });
}

/** Tells whether a position is in a string, by the number of quotes before it. */
function isInText(line: string, at: number): boolean {
  return (line.slice(0, at).match(/["'`]/g)?.length ?? 0) % 2 === 1;
}
