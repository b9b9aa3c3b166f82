import { UnreadableText } from "../text/unreadableText.ts";
import { type CifWord, CifWords } from "./cifWords.ts";

/** Row in a category of a CIF file. */
export interface CifRow {
  category: string;
  /** Line on which the row ends. */
  line: number;
  /** Returns the value of an item by name; an empty string if it is unknown (`?`), not applicable (`.`) or absent. */
  get(item: string): string;
}

const MAX_ITEMS = 1_000;

/** Reads the rows of the requested categories in a CIF file, from loops and from single items, which together form one row. */
export class CifRows {
  private readonly wanted: ReadonlySet<string>;
  private readonly words = new CifWords();
  /** Items of the current loop; their values follow. */
  private items: string[] = [];
  private isLoop = false;
  /** True if the values of the loop have started, so that another name ends it. */
  private hasValues = false;
  private values: CifWord[] = [];
  private firstLine = 0;
  /** Name of a single item that is followed by its value. */
  private item: string | undefined;
  /** Values of single items, by category. */
  private single = new Map<string, { line: number; values: Map<string, string> }>();

  constructor(wanted: readonly string[]) {
    this.wanted = new Set(wanted);
  }

  /** Returns the rows completed by a line; `block` is the name of a data block that starts on it. */
  take(text: string, line: number): { rows: CifRow[]; block?: string } {
    const rows: CifRow[] = [];
    let block: string | undefined;
    for (const word of this.words.take(text, line)) {
      const plain = word.isQuoted ? "" : word.text;
      if (/^data_/i.test(plain)) {
        rows.push(...this.endBlock());
        block = plain.slice(5);
      } else if (/^(?:loop_|save_\S*|stop_|global_)$/i.test(plain)) {
        this.endLoop();
        this.isLoop = /^loop_$/i.test(plain);
        this.firstLine = line;
      } else if (plain.startsWith("_")) this.takeName(plain, line);
      else this.takeValue(word, line, rows);
    }
    return block === undefined ? { rows } : { rows, block };
  }

  /**
   * Returns the rows that end with the file. Throws UnreadableText if the file is incomplete, unless it was truncated on
   * purpose.
   */
  end(isCut: boolean): CifRow[] {
    if (isCut) this.values = [];
    else this.words.end();
    return this.endBlock(isCut);
  }

  private endBlock(isCut = false): CifRow[] {
    this.endLoop(isCut);
    const rows = [...this.single].map(([category, { line, values }]) => {
      return { category, line, get: (item: string) => values.get(item) ?? "" };
    });
    this.single = new Map();
    return rows;
  }

  private endLoop(isCut = false): void {
    if (this.item !== undefined && !isCut) throw new UnreadableText(`the item ${this.item} has no value`);
    if (this.values.length > 0)
      throw new UnreadableText(
        `the last row of the loop from line ${this.firstLine} has ${this.values.length} of ${this.items.length} values; the file is damaged or incomplete`,
      );
    this.item = undefined;
    this.items = [];
    this.isLoop = false;
    this.hasValues = false;
  }

  private takeName(name: string, line: number): void {
    if (this.isLoop && !this.hasValues) {
      this.items.push(name.toLowerCase());
      if (this.items.length > MAX_ITEMS)
        throw new UnreadableText(`the loop from line ${this.firstLine} has more than ${MAX_ITEMS} items`);
      return;
    }
    this.endLoop();
    this.item = name.toLowerCase();
    this.firstLine = line;
  }

  private takeValue(word: CifWord, line: number, rows: CifRow[]): void {
    if (this.item !== undefined) {
      const [category = "", name = ""] = splitName(this.item);
      this.item = undefined;
      if (!this.wanted.has(category)) return;
      const row = this.single.get(category) ?? { line, values: new Map() };
      this.single.set(category, row);
      row.values.set(name, textOf(word));
      if (row.values.size > MAX_ITEMS)
        throw new UnreadableText(`the category ${category} has more than ${MAX_ITEMS} items (line ${line})`);
      return;
    }
    if (!this.isLoop || this.items.length === 0)
      throw new UnreadableText(`line ${line} has a value without a name`);
    this.hasValues = true;
    this.values.push(word);
    if (this.values.length < this.items.length) return;
    const { items, values } = this;
    this.values = [];
    const [category = ""] = splitName(items[0] as string);
    if (!this.wanted.has(category)) return;
    const get = (item: string): string => {
      const at = items.indexOf(`${category}.${item}`);
      return at < 0 ? "" : textOf(values[at] as CifWord);
    };
    rows.push({ category, line, get });
  }
}

function splitName(item: string): [category: string, name: string] {
  const point = item.indexOf(".");
  return point < 0 ? [item, ""] : [item.slice(0, point), item.slice(point + 1)];
}

function textOf({ text, isQuoted }: CifWord): string {
  return !isQuoted && (text === "?" || text === ".") ? "" : text;
}
