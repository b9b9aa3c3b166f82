import { type Column, looksOf, nameKey, sourceName } from "@pdp/basics/columns";
import { extraColumnReason, IgnoredColumns, lookAlikeReason, missingColumnReason } from "../matchColumns.ts";
import type { ScanReport } from "../scanReport.ts";

const MAX_KNOWN_KEYS = 1_000;

/** Finds the columns of a table by the keys of the objects in a file, and reports keys that do not match. */
export class NdjsonKeys {
  private readonly columns: readonly Column[];
  private readonly ignored: IgnoredColumns;
  private readonly report: ScanReport;
  private readonly indexOf: Map<string, number>;
  private extraReason: string | undefined;
  /** Spelling of each column's name in the file. */
  private looks: ReadonlyMap<string, string> | undefined;
  /** Key of each column as first seen. */
  private readonly keys: (string | undefined)[];
  /** Column index of every key spelling seen so far, or -1. */
  private readonly columnOf = new Map<string, number>();

  constructor(columns: readonly Column[], ignored: readonly string[] | undefined, report: ScanReport) {
    this.columns = columns;
    this.ignored = new IgnoredColumns(ignored);
    this.report = report;
    // Reversed, so that the first of two columns with the same key wins.
    this.indexOf = new Map(
      columns.map((column, index) => [nameKey(sourceName(column)), index] as const).reverse(),
    );
    this.keys = columns.map(() => undefined);
  }

  /** Returns the column index of a key, -1 if there is none; `line` is where the key occurs. */
  indexOfKey(key: string, line: number): number {
    return this.columnOf.get(key) ?? this.newKey(key, line);
  }

  /** Returns the key of each column in the file, or its expected key. */
  foundKeys(): string[] {
    return this.columns.map((column, index) => this.keys[index] ?? sourceName(column));
  }

  /** Reports the columns that are missing in all objects. */
  reportMissing(): void {
    const reason = missingColumnReason([...this.columnOf.keys()]);
    this.columns.forEach((column, index) => {
      if (this.keys[index] === undefined) this.report.addOfFile({ column: sourceName(column), reason });
    });
  }

  /** Returns the reason for a key that only looks like the name of a column. */
  private lookAlike(key: string): string | undefined {
    this.looks ??= new Map(this.columns.map(sourceName).map((name) => [looksOf(name), name]));
    const wanted = this.looks.get(looksOf(key));
    return wanted === undefined ? undefined : lookAlikeReason(key, wanted);
  }

  /** Finds the column for a key with an uncached spelling; -1 if there is none. */
  private newKey(key: string, line: number): number {
    const index = this.indexOf.get(nameKey(key)) ?? -1;
    const isFirst = index >= 0 && this.keys[index] === undefined;
    if (isFirst || this.columnOf.size < MAX_KNOWN_KEYS) this.columnOf.set(key, index);
    if (index < 0 && this.ignored.has(key)) return index;
    if (index < 0) {
      this.extraReason ??= extraColumnReason(this.columns);
      const reason = this.lookAlike(key) ?? this.extraReason;
      this.report.addOfFile({ line, column: key, reason });
    } else if (isFirst) this.keys[index] = key;
    else {
      const reason = `earlier lines spell this column "${this.keys[index]}"`;
      this.report.addOfFile({ line, column: key, reason });
    }
    return index;
  }
}
