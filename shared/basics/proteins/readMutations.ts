import type { Change, Site, Truncation } from "./change.ts";
import { residueLetter, residueLetters, STOP } from "./residueNames.ts";

/** Mutations of one variant. An empty list means the wild type. */
export interface Mutations {
  changes: Change[];
}

/** Reason why a string does not name mutations, as the rest of a sentence that begins with the string. */
export interface Unreadable {
  reason: string;
}

/** Variant without a protein of known sequence, such as `p.0` or `p.Met1?`. */
export interface NoProtein {
  truncation: Extract<Truncation, "ABSENT">;
}

export type ReadMutations = Mutations | Unreadable | NoProtein;

/** Maximum length of a string that contains mutations, in characters. */
export const MAX_MUTATIONS_CHARACTERS = 10_000;
const WILD_TYPE =
  /^_?(?:wt|wild(?:[- _]?type)?|native|parent(?:al)?|sy|syn(?:onymous)?)$|^(?:p\.)?[([]{0,2}=[)\]]{0,2}$/i;
/** Accession and version before the change, as in `NP_000537.3:p.Arg175His`. */
const ACCESSION = /^[A-Za-z][\w.-]{0,60}:(?=p\.)/;
const OTHER_MOLECULE = /^(?:[A-Za-z][\w.-]{0,60}:)?([cgnmr])\.[\d*([-]/;
const SEPARATORS = ":;,/+_|&- \t\n\r";
const OTHER_WORDS =
  "write a substitution as A23G, several as A23G:V45I or, in HGVS, p.[Ala23Gly;Val45Ile], and the reference as WT; exclude rows of other proteins";
/** The Greek letter, and the sign for an increment, which looks the same. */
const DELTAS = ["Δ", "∆"];
/** Signs for a deletion before its residue. */
const DELETED = [...DELTAS, "del"];
/** Words for unknown mutations. */
const MISSING = /^(?:#?n\/?a|nan|null|n\.?d\.?|missing)$/i;
/** One substitution with spaces between its parts, such as `A 23 G`. */
const SPACED = /(?<![A-Za-z0-9])([A-Z]) (-?\d{1,6}) ([A-Z*])(?![A-Za-z0-9])/g;
/** Substitutions with one letter, as most files have them. */
const PLAIN =
  /^[ACDEFGHIKLMNPQRSTVWY]\d{1,6}[ACDEFGHIKLMNPQRSTVWY](?:[:;,][ACDEFGHIKLMNPQRSTVWY]\d{1,6}[ACDEFGHIKLMNPQRSTVWY])*$/;
/** Substitutions entirely in lower case. */
const LOWER_CASE = /^(?:[a-z]-?\d{1,6}[a-z*](?:[:;,/+_|& -]{1,3}|$))+$/;

/** Returns whether a string states that a variant's mutations are unknown, such as `NA`. */
export function isMissingMutation(text: string): boolean {
  return text.length <= 20 && MISSING.test(text.trim());
}

/** Returns whether a string states that a variant is the wild type. */
export function isWildType(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= 20 && WILD_TYPE.test(trimmed);
}

/**
 * Reads the mutations of a variant: `A23G`, several with `: ; , / + _ |` or space between them, HGVS with one letter or three,
 * `del`, `ins`, `dup`, `delins`, stops, frameshifts, and words for the wild type. An insertion at an end has one residue with
 * a letter: `0_M1insG`, `Q22_23insW`. Neither an empty string nor `NA` means the wild type. Runs in linear time.
 */
export function readMutations(text: string): ReadMutations {
  if (text.length > MAX_MUTATIONS_CHARACTERS)
    return { reason: `has more than ${MAX_MUTATIONS_CHARACTERS.toLocaleString("en-US")} characters` };
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return { changes: plainSubstitutions(trimmed) };
  if (trimmed === "" || isMissingMutation(trimmed)) return { reason: "is empty" };
  if (isWildType(trimmed)) return { changes: [] };
  const molecule = OTHER_MOLECULE.exec(trimmed)?.[1];
  if (molecule !== undefined)
    return {
      reason: `is a change of ${molecule === "r" ? "RNA" : "DNA"}; it needs a column with the coding sequence of each variant, or with protein changes such as p.Lys26Arg`,
    };
  if (trimmed.includes("];["))
    return { reason: "has two alleles, which are different proteins; put each in a separate row" };
  const body = trimmed.replace(ACCESSION, "");
  if (/^p\.\(?(?:0\??|\?|Met1\?|M1\?)\)?$/.test(body)) return { truncation: "ABSENT" };
  const written = body.replace(/[[\]()]/g, "").replace(SPACED, "$1$2$3");
  return new MutationReader(LOWER_CASE.test(written) ? written.toUpperCase() : written).read();
}

/** Reads text that matches `PLAIN`, in a tenth of the time that other spellings take. */
function plainSubstitutions(text: string): Change[] {
  const changes: Change[] = [];
  let end = -1;
  for (let start = 0; start < text.length; start = end + 2) {
    end = start + 2;
    while (isDigit(text[end])) end++;
    const site = { residue: text[start] as string, position: Number(text.slice(start + 1, end)) };
    changes.push({ kind: "SUBSTITUTION", code: text.slice(start, end + 1), site, to: text[end] as string });
  }
  return changes;
}

/** Reads changes from left to right; each part of the text is examined only once. */
class MutationReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): ReadMutations {
    const changes: Change[] = [];
    let isWildType = false;
    this.skipSeparators();
    while (this.at < this.text.length) {
      this.take("p.");
      const start = this.at;
      if (this.take("=")) isWildType = true;
      else {
        const change = this.change();
        if (change === undefined) return { reason: this.unreadable(start) };
        changes.push(change);
      }
      const end = this.at;
      this.skipSeparators();
      if (this.at === end && this.at < this.text.length) return { reason: this.unreadable(start) };
    }
    return changes.length === 0 && !isWildType ? { reason: this.unreadable(0) } : { changes };
  }

  private change(): Change | undefined {
    const begin = this.at;
    if (DELETED.some((sign) => this.take(sign))) return this.deletion(begin);
    const start = this.site() ?? this.numberBeforeInsertion();
    if (start === undefined) return undefined;
    const end = this.rangeEnd(start) ?? start;
    const isRange = end !== start;
    const code = (): string => this.text.slice(begin, this.at);
    if (this.take("delins")) {
      const residues = this.residues();
      if (residues === undefined) return undefined;
      if (residues.includes(STOP)) return { kind: "STOP", code: code(), start, end };
      return { kind: "REPLACEMENT", code: code(), start, end, residues };
    }
    if (this.take("del") || (!isRange && this.takeGap()))
      return { kind: "DELETION", code: code(), start, end };
    if (this.take("dup")) return { kind: "DUPLICATION", code: code(), start, end };
    if (this.take("ins")) {
      const residues = this.residues();
      if (residues === undefined || !isRange) return undefined;
      if (residues.includes(STOP)) return { kind: "STOP", code: code(), start, end };
      return { kind: "INSERTION", code: code(), start, end, residues };
    }
    return isRange ? undefined : this.substitution(start, code);
  }

  /** Reads the residue or the range after a sign for a deletion, such as `ΔF508` or `delA3-Y5`. */
  private deletion(begin: number): Change | undefined {
    const start = this.site();
    if (start === undefined) return undefined;
    const last = this.at;
    const isRange = this.take("_") || this.take("-");
    const end = isRange ? this.site() : undefined;
    if (end === undefined) this.at = last;
    return { kind: "DELETION", code: this.text.slice(begin, this.at), start, end: end ?? start };
  }

  private substitution(site: Site, code: () => string): Change | undefined {
    const ends = (kind: "STOP" | "FRAMESHIFT" | "EXTENSION"): Change => ({
      kind,
      code: code(),
      start: site,
      end: site,
    });
    if (this.take("=")) {
      if (site.residue === null || site.residue === STOP) return ends("EXTENSION");
      return { kind: "SUBSTITUTION", code: code(), site, to: site.residue };
    }
    if (this.frameshift()) return ends("FRAMESHIFT");
    const to = this.text.startsWith("ext", this.at) ? STOP : this.residue();
    if (to === undefined) return undefined;
    if (this.frameshift()) return ends("FRAMESHIFT");
    if (site.residue === STOP || this.text.startsWith("ext", this.at)) {
      this.skipWord();
      return ends("EXTENSION");
    }
    return to === STOP ? ends("STOP") : { kind: "SUBSTITUTION", code: code(), site, to };
  }

  /** Reads a residue and its number, such as `A23` or `Ala23`. */
  private site(): Site | undefined {
    const before = this.at;
    const residue = this.isAt("X") ? undefined : this.residue();
    if (residue === undefined) return undefined;
    const start = this.at;
    if (this.isAt("-")) this.at++;
    const digits = this.at;
    while (isDigit(this.text[this.at])) this.at++;
    const length = this.at - digits;
    if (length >= 1 && length <= 6) return { residue, position: Number(this.text.slice(start, this.at)) };
    this.at = before;
    return undefined;
  }

  /** Reads the number before the first residue, as in `0_M1insG`. */
  private numberBeforeInsertion(): Site | undefined {
    return this.bareNumber(/^(-?\d{1,6})_[A-Za-z]{1,3}-?\d{1,6}ins/, 24);
  }

  /** Reads the number after the last residue, as in `Q22_23insW`. */
  private numberAfterLast(): Site | undefined {
    return this.bareNumber(/^(-?\d{1,6})ins/, 10);
  }

  /** Reads a number without a letter if the next characters match a pattern. */
  private bareNumber(pattern: RegExp, maxCharacters: number): Site | undefined {
    const [, number] = pattern.exec(this.text.slice(this.at, this.at + maxCharacters)) ?? [];
    if (number === undefined) return undefined;
    this.at += number.length;
    return { residue: null, position: Number(number) };
  }

  /**
   * Reads `_Val45` before `del`, `ins` or `dup`; in `A23_V45I`, the underscore is a separator. The number after the last
   * residue has no letter.
   */
  private rangeEnd(start: Site): Site | undefined {
    if (!this.isAt("_") && !this.isAt("-")) return undefined;
    const before = this.at++;
    const end = this.site() ?? (start.residue === null ? undefined : this.numberAfterLast());
    if (end !== undefined && /^(?:del|ins|dup)/.test(this.text.slice(this.at, this.at + 3))) return end;
    this.at = before;
    return undefined;
  }

  /** Reads a residue as three letters or one letter. */
  private residue(): string | undefined {
    for (const length of [4, 3, 1]) {
      const text = this.text.slice(this.at, this.at + length);
      const letter = text.length === length ? residueLetter(text) : undefined;
      if (letter === undefined) continue;
      this.at += length;
      return letter;
    }
    return undefined;
  }

  private residues(): string | undefined {
    const start = this.at;
    while (this.at < this.text.length && /[A-Za-z*]/.test(this.text[this.at] as string)) this.at++;
    return residueLetters(this.text.slice(start, this.at));
  }

  private frameshift(): boolean {
    if (!this.take("fs")) return false;
    this.skipWord();
    return true;
  }

  /** Reads `-` or `Δ` as a deletion, unless it starts something else. */
  private takeGap(): boolean {
    const next = this.text[this.at + 1];
    if (next !== undefined && !SEPARATORS.includes(next)) return false;
    return this.take("-") || DELTAS.some((sign) => this.take(sign));
  }

  private skipWord(): void {
    while (this.at < this.text.length && /[A-Za-z0-9*?-]/.test(this.text[this.at] as string)) this.at++;
  }

  private skipSeparators(): void {
    while (this.at < this.text.length && SEPARATORS.includes(this.text[this.at] as string)) {
      if (this.isAt("-") && this.isBeforeFirst()) return;
      this.at++;
    }
  }

  /** Returns whether a minus sign belongs to a number without a letter, as in `-1_M0insG`. */
  private isBeforeFirst(): boolean {
    const isFirst = this.at === 0 || SEPARATORS.includes(this.text[this.at - 1] as string);
    return isFirst && /^-\d{1,6}_/.test(this.text.slice(this.at, this.at + 8));
  }

  private isAt(sign: string): boolean {
    return this.text[this.at] === sign;
  }

  private take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private unreadable(start: number): string {
    const part =
      this.text.slice(start, start + 40).split(/[:;,/+|&\s]/, 1)[0] || this.text.slice(start, start + 10);
    const what = part === this.text ? "is" : `has "${part}", which is`;
    return `${what} not a valid mutation; ${OTHER_WORDS}`;
  }
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= "0" && sign <= "9";
}
