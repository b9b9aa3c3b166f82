import { formatCount } from "@pdp/basics/wording";
import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { capitals } from "./fastaReader.ts";
import { Feature } from "./feature.ts";
import { type FeatureLocation, readLocation, reverseComplement } from "./featureLocation.ts";
import type { FileRow, RowReader } from "./sequenceReader.ts";

/** Maximum number of letters in a record with its features, which is kept entirely in memory. */
const MAX_RECORD_LETTERS = 64_000_000;
/** Maximum number of letters in all rows, because features may overlap. */
const MAX_ROW_LETTERS = 256_000_000;
const MAX_DEFINITION_CHARACTERS = 1_000;
/** Start column of the values of keywords and qualifiers. */
const [KEYWORD_WIDTH, QUALIFIER_WIDTH] = [12, 21];
/**
 * Minimum number of leading spaces in a line that continues a feature; some programs write one or two fewer than the format
 * requires.
 */
const MIN_CONTINUED = 12;
/** Memory overhead of a line, expressed in letters: for part of a sequence, a feature or a qualifier. */
const [LINE_LETTERS, FEATURE_LETTERS] = [8, 64];
const NO_ROWS: readonly FileRow[] = [];

interface OpenRecord {
  line: number;
  locus: string;
  accession: string;
  version: string;
  definition: string;
  features: Feature[];
  parts: string[];
  length: number;
  /** Number of letters stated by LOCUS. */
  stated: number | undefined;
}

/** Reads GenBank records: one row per feature with its sequence, and one row for a record without a feature `source`. */
export class GenbankReader implements RowReader {
  private open: OpenRecord | undefined;
  private section: "HEAD" | "DEFINITION" | "FEATURES" | "ORIGIN" | "OTHER" = "HEAD";
  private letters = 0;
  private rowLetters = 0;
  private descriptiveLines = 0;
  private withoutSequence = 0;
  private unresolved = 0;
  private tooLong = 0;

  take(text: string, line: number): Iterable<FileRow> {
    if (text.startsWith("LOCUS")) this.begin(text, line);
    else if (text.startsWith("//")) return this.close();
    else if (this.open === undefined) {
      if (text.trim() !== "")
        throw new UnreadableText(`line ${line} is above the first record, which must start with "LOCUS"`);
    } else this.takeLine(this.open, text, line);
    return NO_ROWS;
  }

  end(isCut: boolean): Iterable<FileRow> {
    if (this.open !== undefined && !isCut)
      throw new UnreadableText(
        `the record from line ${this.open.line} does not end with "//", so the file is incomplete; save the file again, or add that line`,
      );
    return this.close(isCut);
  }

  skipped(): string[] {
    const { descriptiveLines, withoutSequence, unresolved, tooLong } = this;
    return [
      ...(descriptiveLines > 0
        ? [`${formatCount(descriptiveLines, "line")} of references and comments`]
        : []),
      ...(withoutSequence > 0 ? [`${formatCount(withoutSequence, "record")} without a sequence`] : []),
      ...(unresolved > 0
        ? [`sequences of ${formatCount(unresolved, "feature")} with a location outside the record`]
        : []),
      ...(tooLong > 0
        ? [
            `${formatCount(tooLong, "sequence")} longer than the maximum row length (${formatCount(MAX_ROW_BYTES, "byte")})`,
          ]
        : []),
    ];
  }

  private begin(text: string, line: number): void {
    if (this.open !== undefined)
      throw new UnreadableText(
        `the record from line ${this.open.line} does not end with "//" above line ${line}`,
      );
    const [, locus = "", length] = /^LOCUS\s+(\S+)(?:\s+(\d+) (?:bp|aa|rc)\b)?/.exec(text) ?? [];
    this.section = "HEAD";
    this.open = {
      line,
      locus,
      accession: "",
      version: "",
      definition: "",
      features: [],
      parts: [],
      length: 0,
      stated: length === undefined ? undefined : Number(length),
    };
  }

  private takeLine(open: OpenRecord, text: string, line: number): void {
    this.reserve(text.length + (this.section === "FEATURES" ? FEATURE_LETTERS : LINE_LETTERS));
    // After ORIGIN, a line without a number also belongs to the sequence.
    if (this.section !== "ORIGIN" && /^[A-Z]/.test(text))
      this.takeKeyword(open, text, text.slice(KEYWORD_WIDTH).trim());
    else if (this.section === "ORIGIN") takeBases(open, text, line);
    else if (this.section === "FEATURES") takeFeature(open, text, line);
    else if (this.section === "DEFINITION") addDefinition(open, text.trim());
    else if (text.trim() !== "") this.descriptiveLines++;
  }

  private takeKeyword(open: OpenRecord, text: string, value: string): void {
    const keyword = text.slice(0, KEYWORD_WIDTH).trim();
    this.section = "OTHER";
    if (keyword === "DEFINITION") {
      this.section = "DEFINITION";
      addDefinition(open, value);
    } else if (keyword === "ACCESSION") open.accession = value.split(/\s/)[0] ?? "";
    else if (keyword === "VERSION") open.version = value.split(/\s/)[0] ?? "";
    else if (keyword === "FEATURES" || keyword === "ORIGIN") this.section = keyword;
    else this.descriptiveLines++;
  }

  /** Yields the rows of the completed record. */
  private *close(isCut = false): Generator<FileRow> {
    const { open } = this;
    if (open === undefined) return;
    const whole = capitals(open.parts.join(""));
    const { stated } = open;
    if (!isCut && whole !== "" && stated !== undefined && stated !== whole.length)
      throw new UnreadableText(
        `the record from line ${open.line} has ${formatCount(whole.length, "letter")} but should have ${stated}; the file is damaged or incomplete`,
      );
    for (const feature of open.features) if (!isCut) feature.end();
    if (whole === "" && !isCut) this.withoutSequence++;
    this.open = undefined;
    this.letters = 0;
    const { features } = open;
    const ofRecord = new Feature("", open.line, whole === "" ? "" : `1..${whole.length}`);
    const all = features.some(({ kind }) => kind === "source") ? features : [ofRecord, ...features];
    for (const feature of all) yield this.row(open, feature, whole);
  }

  private row(open: OpenRecord, feature: Feature, whole: string): FileRow {
    const location = readLocation(feature.location);
    const strand = location.start === undefined ? "" : location.isComplement ? "-" : "+";
    const cells = [
      open.version || open.accession || open.locus,
      open.definition,
      feature.kind,
      feature.name,
      feature.value("product"),
      feature.location,
      location.start === undefined ? "" : String(location.start),
      location.end === undefined ? "" : String(location.end),
      strand,
      whole === "" ? "" : this.sequenceOf(whole, location),
      feature.value("translation"),
      feature.others,
    ];
    this.rowLetters += cells.reduce((sum, { length }) => sum + length, 0);
    if (this.rowLetters > MAX_ROW_LETTERS)
      throw new UnreadableText(
        `the features of the file have more than ${formatCount(MAX_ROW_LETTERS, "letter")}; split the file`,
      );
    return { line: feature.line, cells };
  }

  private sequenceOf(whole: string, { parts }: FeatureLocation): string {
    const isWithin = parts?.every(({ start, end }) => start >= 1 && start <= end && end <= whole.length);
    if (parts === undefined || !isWithin) {
      this.unresolved++;
      return "";
    }
    const length = parts.reduce((sum, { start, end }) => sum + end - start + 1, 0);
    if (length > MAX_ROW_BYTES / 2) {
      this.tooLong++;
      return "";
    }
    return parts
      .map(({ start, end, isComplement }) => {
        const bases = whole.slice(start - 1, end);
        return isComplement ? reverseComplement(bases) : bases;
      })
      .join("");
  }

  /** Counts letters kept in memory. Throws UnreadableText if there are too many. */
  private reserve(letters: number): void {
    this.letters += letters;
    if (this.letters <= MAX_RECORD_LETTERS) return;
    throw new UnreadableText(
      `a record has more than ${formatCount(MAX_RECORD_LETTERS, "letter")}; split it into several`,
    );
  }
}

function addDefinition(open: OpenRecord, text: string): void {
  open.definition = `${open.definition} ${text}`.trim().slice(0, MAX_DEFINITION_CHARACTERS);
}

function takeFeature({ features }: OpenRecord, text: string, line: number): void {
  if (text.trim() === "") return;
  const { kind, value } = partsOfFeature(text);
  const last = features[features.length - 1];
  if (kind !== "") {
    last?.end();
    features.push(new Feature(kind, line, value));
  } else if (last !== undefined) last.take(value);
  else throw new UnreadableText(`line ${line} is above the first feature`);
}

/** Splits a line of a feature; a line that continues a feature has no kind. */
function partsOfFeature(text: string): { kind: string; value: string } {
  const indent = text.search(/\S/);
  if (indent >= MIN_CONTINUED) return { kind: "", value: text.trim() };
  const aligned = text.slice(QUALIFIER_WIDTH).trim();
  if (aligned !== "" && /\s/.test(text[QUALIFIER_WIDTH - 1] as string))
    return { kind: text.slice(0, QUALIFIER_WIDTH).trim(), value: aligned };
  // The feature name exceeds its columns, or is followed by too few spaces.
  const [kind = "", ...others] = text.trim().split(/\s+/);
  return { kind, value: others.join("") };
}

/** Adds a sequence line, which starts with the number of its first letter. */
function takeBases(open: OpenRecord, text: string, line: number): void {
  const [before = "", number = ""] = /^\s*(\d*)/.exec(text) ?? [];
  const bases = text.slice(before.length).replace(/\s+/g, "");
  if (number !== "" && Number(number) !== open.length + 1)
    throw new UnreadableText(
      `line ${line} starts with letter ${number}, but ${formatCount(open.length, "letter")} are above it; the file is damaged`,
    );
  if (!/^[A-Za-z*-]*$/.test(bases))
    throw new UnreadableText(`line ${line} has characters other than letters in a sequence`);
  open.parts.push(bases);
  open.length += bases.length;
}
