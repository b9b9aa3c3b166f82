import { type Column, nameKey, namesByPlace } from "@pdp/basics/columns";
import { formatCount, type Problem } from "@pdp/basics/wording";
import type { Correction, Exclusion } from "./options/rowRules.ts";
import type { RuleUses, Source } from "./source.ts";

type Fault = Omit<Problem, "file"> & { line: number };

interface BoundCorrection {
  correction: Correction;
  position: number;
  isUsed: boolean;
}

/**
 * Cell corrections and row exclusions by value for one file, from the table's configuration. Exclusions by line are in
 * `Source.skipped`.
 */
export class RowRules {
  /** Number of rows excluded by their values. */
  excluded = 0;
  private readonly corrections: readonly Correction[];
  private readonly exclusions: readonly Exclusion[];
  private readonly byLine = new Map<number, BoundCorrection[]>();
  private readonly values = new Map<number, Map<string, Exclusion[]>>();
  private readonly uses: RuleUses | undefined;

  constructor({ name, reading = {}, uses }: Pick<Source, "name" | "reading" | "uses">) {
    this.uses = uses;
    const isOfFile = ({ file }: { file?: string | null | undefined }) => file == null || file === name;
    this.corrections = reading.corrections?.filter(isOfFile) ?? [];
    this.exclusions =
      reading.exclusions?.filter((exclusion) => exclusion.column != null && isOfFile(exclusion)) ?? [];
  }

  /**
   * Finds the columns in the header. Returns a problem for each column that is missing in the file, and for each correction of
   * a cell that already has one.
   */
  bind(header: readonly string[]): Omit<Problem, "file">[] {
    const positions = new Map<string, number>();
    for (const names of [namesByPlace(header), header])
      names.forEach((name, position) => {
        if (!positions.has(nameKey(name))) positions.set(nameKey(name), position);
      });
    for (let position = 0; position < header.length; position++)
      if (!positions.has(`column ${position + 1}`)) positions.set(`column ${position + 1}`, position);
    const problems: Omit<Problem, "file">[] = [];
    const find = (column: string, rule: string): number | undefined => {
      const position = positions.get(nameKey(column));
      if (position === undefined)
        problems.push({ column, reason: `the file does not have this column, which ${rule} refers to` });
      return position;
    };
    for (const correction of this.corrections) {
      const position = find(correction.column, `the correction of line ${correction.line}`);
      if (position === undefined) continue;
      const { line, column } = correction;
      const others = this.byLine.get(line) ?? [];
      if (others.some((other) => other.position === position)) {
        problems.push({ line, column, reason: "the cell has several corrections; keep one of them" });
        continue;
      }
      this.byLine.set(line, [...others, { correction, position, isUsed: false }]);
    }
    for (const exclusion of this.exclusions) {
      const { column, value } = exclusion;
      const position = find(column ?? "", `the exclusion of "${value}"`);
      if (position === undefined) continue;
      const values = this.values.get(position) ?? new Map<string, Exclusion[]>();
      const key = nameKey(value ?? "");
      this.values.set(position, values.set(key, [...(values.get(key) ?? []), exclusion]));
    }
    return problems;
  }

  hasCorrections(line: number): boolean {
    return this.byLine.has(line);
  }

  /** Tells whether a row is excluded because of one of its values. */
  isExcluded(textAt: (position: number) => string): boolean {
    const isExcluded = this.exclusionsOf(textAt).length > 0;
    if (isExcluded) this.excluded++;
    return isExcluded;
  }

  /** Notes the rules that apply to a row that is excluded by its line. */
  noteExcluded(line: number, textAt?: (position: number) => string): void {
    this.uses?.line(line);
    if (this.uses && textAt) this.exclusionsOf(textAt);
  }

  /** Returns the rules that exclude a row; only the first ones if nothing receives them. */
  private exclusionsOf(textAt: (position: number) => string): Exclusion[] {
    const matching: Exclusion[] = [];
    for (const [position, values] of this.values) {
      matching.push(...(values.get(nameKey(textAt(position))) ?? []));
      if (matching.length > 0 && !this.uses) break;
    }
    for (const rule of matching) this.uses?.rule(rule);
    return matching;
  }

  /**
   * Returns the correction for a cell with the content `text`; undefined if there is none. A cell is faulty if its content
   * differs from what the correction expects.
   */
  correct(line: number, position: number, text: string): { value: string | null; fault?: Fault } | undefined {
    const correction = this.byLine.get(line)?.find((candidate) => candidate.position === position);
    if (correction === undefined) return undefined;
    const isFirst = !correction.isUsed;
    correction.isUsed = true;
    this.uses?.rule(correction.correction);
    const { value, was, column } = correction.correction;
    if (was == null || was.trim() === text.trim() || !isFirst) return { value };
    const reason = `is not the value "${was}" that the correction of this cell expects; fix "was" in the correction, or remove the correction`;
    return { value, fault: { line, column, value: text, reason } };
  }

  /** Returns a problem for each correction that refers to a cell that does not exist in the file. */
  unused(): Omit<Problem, "file">[] {
    return [...this.byLine.values()].flat().flatMap(({ isUsed, correction: { file, line, column } }) => {
      // Files of different lengths may use the same configuration.
      if (isUsed || file == null) return [];
      return [{ line, column, reason: "no row starts on this line, so its correction cannot be applied" }];
    });
  }

  /** Reports how many rows were excluded by their values. */
  warnings(): string[] {
    return this.excluded === 0 ? [] : [excludedWarning(this.excluded)];
  }
}

/** End of the warning about excluded rows. */
export const AS_SPECIFIED = `as specified by the load's "exclusions"`;

export function excludedWarning(rows: number): string {
  return `${formatCount(rows, "row")} ${rows === 1 ? "was" : "were"} excluded, ${AS_SPECIFIED}`;
}

/** Tells whether the cells of a file differ from the values that the engine would read from it. */
export function isRewritten({ reading = {} }: Source, columns: readonly Column[]): boolean {
  const { corrections = [], exclusions = [], header_rows: rows = 1 } = reading;
  return (
    rows > 1 ||
    corrections.length > 0 ||
    exclusions.some(({ column }) => column != null) ||
    columns.some(({ notations, part }) => notations !== undefined || part !== undefined)
  );
}

/** Adds the lines excluded by the table's configuration to the skipped lines. */
export function withExclusions<S extends Source>(source: S): S {
  const lines = new Set(source.skipped);
  for (const { file, line, last_line: last } of source.reading?.exclusions ?? []) {
    if (line == null || (file != null && file !== source.name)) continue;
    for (let at = line; at <= (last ?? line); at++) lines.add(at);
  }
  return lines.size === 0 ? source : { ...source, skipped: lines };
}
