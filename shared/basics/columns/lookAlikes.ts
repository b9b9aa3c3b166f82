/** Characters in column names that look like other characters, or are invisible. */

interface LookAlike {
  /** Name and code point of the character. */
  what: string;
  /** Character that it looks like; empty if it is invisible. */
  like: string;
}

const UNSEEN = /^[\u00ad\u200b-\u200f\u2060\ufeff]$/u;
const SPACES = /^[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/u;
const FULL_WIDTH = /^[\uff01-\uff5e]$/u;
/** Letters of other alphabets, each followed by the Latin letter that it resembles. */
const CYRILLIC = lettersOf("АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXаaеeоoрpсcуyхxіiјjѕs");
const GREEK = lettersOf("ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνv");
/** Names that only contain ordinary characters. */
const ASCII = /^[\t-\r -~]*$/;
const MICRO_SIGN = "µ";
const GREEK_MU = "μ";

function lettersOf(pairs: string): ReadonlyMap<string, string> {
  const letters = [...pairs];
  return new Map(letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? ""]] : [])));
}

/** Returns the character that a character looks like; undefined if it is ordinary. */
function lookAlike(character: string): LookAlike | undefined {
  const what = (name: string) => `${name} (${codeOf(character)})`;
  if (character === GREEK_MU) return { what: what("a Greek mu"), like: MICRO_SIGN };
  if (character === MICRO_SIGN) return { what: what("a micro sign"), like: GREEK_MU };
  if (UNSEEN.test(character)) return { what: what("an invisible character"), like: "" };
  if (character === "\u00a0") return { what: what("a no-break space"), like: " " };
  if (SPACES.test(character)) return { what: what("a special space"), like: " " };
  if (FULL_WIDTH.test(character))
    return { what: what(`a full-width "${character.normalize("NFKC")}"`), like: character.normalize("NFKC") };
  for (const [alphabet, letters] of [
    ["Cyrillic", CYRILLIC],
    ["Greek", GREEK],
  ] as const) {
    const like = letters.get(character);
    if (like !== undefined) return { what: what(`a ${alphabet} letter that looks like "${like}"`), like };
  }
  return undefined;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function plainCharacter(character: string): string {
  if (character === MICRO_SIGN || character === GREEK_MU) return MICRO_SIGN;
  return lookAlike(character)?.like ?? character;
}

/** Returns the appearance of a name. Names that look the same have the same appearance. */
export function looksOf(name: string): string {
  const plain = ASCII.test(name) ? name : [...name.normalize("NFC")].map(plainCharacter).join("");
  return plain.replace(/\s+/g, " ").trim().toLowerCase();
}

/**
 * Describes the first character that makes a name look like another name without being the same, such as `it contains a
 * no-break space (U+00A0)`; undefined if the names differ in other ways. `other` is the table's spelling.
 */
export function differenceInLooks(name: string, other: string): string | undefined {
  if (looksOf(name) !== looksOf(other)) return undefined;
  const odd = oddIn(name, other);
  if (odd !== undefined) return `it contains ${odd} where the table uses a different character`;
  const missing = oddIn(other, name);
  return missing === undefined ? undefined : `the table's name contains ${missing}`;
}

/** Describes the first look-alike character that appears in one name but not in the other. */
function oddIn(name: string, other: string): string | undefined {
  for (const character of name.normalize("NFC")) {
    const match = other.normalize("NFC").includes(character) ? undefined : lookAlike(character);
    if (match !== undefined) return match.what;
  }
  return undefined;
}

/** Describes a header character that is invisible or from a different alphabet than the rest; undefined if there is none. */
export function misleadingCharacter(name: string): string | undefined {
  for (const character of name) {
    const match = lookAlike(character);
    const isOther = (CYRILLIC.has(character) || GREEK.has(character)) && /[A-Za-z]/.test(name);
    if (match !== undefined && (UNSEEN.test(character) || FULL_WIDTH.test(character) || isOther))
      return match.what;
  }
  return undefined;
}
