import type { SchemaTree } from "hyparquet";
import { shortName } from "../matchColumns.ts";
import type { PageHeaders } from "./pageHeaders.ts";
import type { RowGroup } from "./provenFooter.ts";
import { BrokenFooter } from "./thriftReader.ts";

interface Leaf {
  name: string;
  /** True if a row may contain any number of its values. */
  isRepeated: boolean;
}

/** Compares the row counts in a footer with the headers of the pages. */
export class RowCounts {
  /** Number of rows in all row groups so far. */
  rows = 0;
  /** Size of the pages without compression, in bytes. */
  bytes = 0;
  private readonly leaves: readonly Leaf[];
  private readonly headers: PageHeaders;

  constructor(schema: SchemaTree, headers: PageHeaders) {
    this.leaves = schema.children.flatMap((child) => leavesOf(child, child.element.name));
    this.headers = headers;
  }

  /** Adds a row group. Throws BrokenFooter if a column of it has another number of values. */
  add({ rows, columns }: RowGroup): void {
    if (columns.length !== this.leaves.length)
      throw new BrokenFooter("a row group in the file's Parquet metadata does not have every column");
    for (const [index, chunk] of columns.entries()) {
      const { name, isRepeated } = this.leaves[index] as Leaf;
      const counted = this.headers.count(chunk);
      if (counted.values !== chunk.values) throw wrongCount(chunk.values, "values", name, counted.values);
      if (!isRepeated && counted.values !== rows) throw wrongCount(rows, "rows", name, counted.values);
      this.bytes += counted.bytes;
    }
    this.rows += rows;
  }

  /** Compares the number of rows in all row groups with the number stated for the file. */
  finish(stated: number): void {
    if (this.rows !== stated)
      throw new BrokenFooter(
        `the file's Parquet metadata states ${shown(stated)} rows, but its row groups have ${shown(this.rows)}; write the file again`,
      );
  }
}

function leavesOf({ element, children }: SchemaTree, name: string, isInList = false): Leaf[] {
  const isRepeated = isInList || element.repetition_type === "REPEATED";
  if (children.length === 0) return [{ name, isRepeated }];
  return children.flatMap((child) => leavesOf(child, name, isRepeated));
}

function wrongCount(stated: number, what: "rows" | "values", column: string, actual: number): BrokenFooter {
  return new BrokenFooter(
    `the file's Parquet metadata states ${shown(stated)} ${what} in a row group, but the pages of the column "${shortName(column)}" contain ${shown(actual)}; write the file again`,
  );
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
