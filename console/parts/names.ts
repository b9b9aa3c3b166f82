/** Rules for names of one kind. */
export interface NameRule {
  pattern: RegExp;
  /** Description of a valid name, as a sentence. */
  sentence: string;
  /** Converts arbitrary words to a name; the result may still be invalid. */
  nameFrom: (words: string) => string;
}

/** Maximum length of a proposed table name. */
const MAX_PROPOSED = 100;

export const TABLE_NAME: NameRule = {
  pattern: /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$/,
  sentence: "Use letters, digits and underscores, and start with a letter.",
  nameFrom: (words) => {
    const name = joined(words, "_").slice(0, MAX_PROPOSED).replace(/_$/, "");
    return /^\d/.test(name) ? `table_${name}` : name;
  },
};

export const WORKSPACE_NAME: NameRule = {
  pattern: /^(?=.{1,64}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  sentence: "Use lower-case letters, digits and hyphens; start and end with a letter or digit.",
  nameFrom: (words) => joined(words, "-"),
};

export const PROJECT_NAME: NameRule = {
  pattern: /^\S{1,64}$/,
  sentence: "Use 1 to 64 characters without spaces.",
  nameFrom: (words) => words.trim().replace(/\s+/g, "-"),
};

/** Returns what is wrong with a name; null if it is valid. */
export function problemOfName({ pattern, sentence }: NameRule, name: string): string | null {
  return pattern.test(name) ? null : sentence;
}

/** Proposes a name based on invalid text: `Kinase round 2` becomes `kinase_round_2`. Null if that is impossible. */
export function proposedName({ pattern, nameFrom }: NameRule, words: string): string | null {
  if (pattern.test(words)) return null;
  const name = nameFrom(words.slice(0, 1_000));
  return pattern.test(name) ? name : null;
}

/** Joins runs of letters and digits, converted to lowercase and without accents. */
function joined(words: string, by: string): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join(by);
}
