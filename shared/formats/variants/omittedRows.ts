import type { Truncation } from "@pdp/basics/proteins";
import { cut, formatCount, type Problem } from "@pdp/basics/wording";
import type { Source } from "../source.ts";

/** Row without a sequence. */
export interface OmittedRow {
  line: number;
  column: string;
  value: string;
  omitted: Truncation | "EMPTY";
}

/** Maximum number of rows to list. */
const MAX_LISTED = 100_000;

const WORDS: Record<OmittedRow["omitted"], string> = {
  STOP: "a stop",
  FRAMESHIFT: "a frameshift",
  EXTENSION: "a lost stop",
  ABSENT: "no protein",
  EMPTY: "no mutations",
};

/** Counts the rows that are not loaded because they have no complete sequence. */
export class OmittedRows {
  count = 0;
  private readonly counts = new Map<OmittedRow["omitted"], number>();
  private readonly listed: OmittedRow[] = [];

  add(row: OmittedRow): void {
    this.count++;
    if (this.listed.length < MAX_LISTED) this.listed.push({ ...row, value: cut(row.value) });
    this.counts.set(row.omitted, (this.counts.get(row.omitted) ?? 0) + 1);
  }

  /** Returns the sentence about the rows without a complete sequence; undefined if there are none. */
  warning({ name }: Pick<Source, "name">, total: number): string | undefined {
    const [first] = this.listed;
    if (first === undefined) return undefined;
    const parts = [...this.counts].map(([kind, count]) => `${formatCount(count, "row")} with ${WORDS[kind]}`);
    const { line, value, omitted } = first;
    const example = omitted === "EMPTY" ? `line ${line}` : `${value} in line ${line}`;
    const what = `${this.count.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} rows ${this.count === 1 ? "has no sequence and is" : "have no sequence and are"} not loaded`;
    return `${name}: ${what}: ${parts.join(", ")}, such as ${example}; load:downloadErrors lists them.`;
  }

  /** Returns the entries for the first rows in the list of problems. */
  problems({ name: file }: Pick<Source, "name">): Problem[] {
    return this.listed.map(({ line, column, value, omitted }) => {
      const reason = `has ${WORDS[omitted]}, so the row has no sequence and is not loaded`;
      if (value === "") return { file, line, column, reason: `the cell ${reason}` };
      return { file, line, column, value, reason };
    });
  }
}
