import { UnreadableText } from "../text/unreadableText.ts";

/** Qualifiers that name a feature, in order of preference. */
const NAMES = ["label", "gene", "standard_name", "locus_tag", "product", "protein_id"];
/** Qualifiers with separate columns. */
const COLUMNS = ["product", "translation"];

/** Feature of a GenBank record while its lines are being read. */
export class Feature {
  readonly kind: string;
  /** Line on which the feature starts. */
  readonly line: number;
  location: string;
  private readonly qualifiers: { key: string; parts: string[] }[] = [];
  /** True while a quoted value continues. */
  private isOpen = false;

  constructor(kind: string, line: number, location: string) {
    this.kind = kind;
    this.line = line;
    this.location = location;
  }

  /** Reads another line: a part of the location, a qualifier, or a part of its value. */
  take(text: string): void {
    if (!this.isOpen && text.startsWith("/")) {
      const equals = text.indexOf("=");
      const value = equals < 0 ? "" : text.slice(equals + 1).trim();
      this.qualifiers.push({
        key: equals < 0 ? text.slice(1).trim() : text.slice(1, equals),
        parts: [value],
      });
      this.isOpen = value.startsWith('"') && isOpenBehind(value.slice(1));
      return;
    }
    const last = this.qualifiers[this.qualifiers.length - 1];
    if (last === undefined) this.location += text;
    else last.parts.push(text);
    if (this.isOpen) this.isOpen = isOpenBehind(text);
  }

  /** Throws UnreadableText if a quoted value is still open. */
  end(): void {
    if (!this.isOpen) return;
    throw new UnreadableText(
      `a value of the feature in line ${this.line} is not closed; add the missing quote`,
    );
  }

  get name(): string {
    return NAMES.map((key) => this.value(key)).find((value) => value !== "") ?? "";
  }

  /** Returns the value of a qualifier; an empty string if there is none. */
  value(key: string): string {
    const qualifier = this.qualifiers.find((qualifier) => qualifier.key === key);
    return qualifier === undefined ? "" : joined(qualifier.parts, key === "translation");
  }

  /** Returns the qualifiers without a separate column, such as `gene=lacZ; codon_start=1`. */
  get others(): string {
    const seen = new Set<string>();
    return this.qualifiers
      .filter(({ key }) => {
        const isFirst = !seen.has(key);
        seen.add(key);
        return !(isFirst && COLUMNS.includes(key));
      })
      .map(({ key, parts }) => {
        const value = joined(parts, false);
        return value === "" ? key : `${key}=${value}`;
      })
      .join("; ");
  }
}

/** Joins the lines of a value without its quotes; two quotes denote one. */
function joined(parts: readonly string[], isSequence: boolean): string {
  const text = parts.join(isSequence ? "" : " ");
  if (!text.startsWith('"')) return text;
  const value = text.replace(/^"|"$/g, "").replaceAll('""', '"');
  return isSequence ? value.replace(/\s+/g, "") : value;
}

/**
 * Returns whether a quoted value is still open after a piece of its text: one quote ends the value, two are a literal quote.
 */
function isOpenBehind(text: string): boolean {
  return ((text.match(/"/g) ?? []).length & 1) === 0;
}
