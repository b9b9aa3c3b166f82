import type { Column, ItemType } from "@pdp/basics/columns";

/** Name of ARRAY items in a field path; no column has this name, because names do not contain brackets. */
const ITEMS = "[]";

/**
 * Field ids of a table's columns. They follow from the order in which the columns appear in the history of the table: columns
 * are only ever added, and keep their names and types, so that an id has the same meaning at every version. Register the
 * columns of all versions, oldest first.
 */
export class FieldIds {
  readonly #ids = new Map<string, number>();

  /** Assigns ids to the columns that have none: first to the columns, then to their fields and items. */
  note(columns: readonly Column[]): void {
    const added = columns.filter(({ name }) => !this.#ids.has(keyOf([name])));
    for (const { name } of added) this.#add([name]);
    for (const column of added) this.#addParts([column.name], column);
  }

  /** Returns the id of a column, or of a part of it. */
  of(path: readonly string[]): number {
    const id = this.#ids.get(keyOf(path));
    if (id === undefined) throw new Error(`The column ${path.join(".")} has no field id`);
    return id;
  }

  /** Returns the id of a table column; undefined if the table has no column of that name. */
  ofColumn(name: string): number | undefined {
    return this.#ids.get(keyOf([name]));
  }

  /** Largest id, as `last-column-id` of the table. */
  get last(): number {
    return this.#ids.size;
  }

  #addParts(path: readonly string[], { columns = [], item_type }: ItemType): void {
    for (const field of columns) this.#add([...path, field.name]);
    for (const field of columns) this.#addParts([...path, field.name], field);
    if (!item_type) return;
    this.#add(itemsOf(path));
    this.#addParts(itemsOf(path), item_type);
  }

  #add(path: readonly string[]): void {
    this.#ids.set(keyOf(path), this.#ids.size + 1);
  }
}

/** Returns the path of ARRAY items. */
export function itemsOf(path: readonly string[]): string[] {
  return [...path, ITEMS];
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}
