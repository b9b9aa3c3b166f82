import { containsWords } from "./containsWords.ts";

/** Orders of a list. */
export const LIST_ORDERS = {
  recent: "recently changed first",
  name: "by name",
  rows: "most rows first",
} as const;
export type ListOrder = keyof typeof LIST_ORDERS;

/** Fields by which a list is searched and sorted. */
export interface Listed {
  name: string;
  description: string | null;
  changedAt: string;
  createdBy: string;
  /** Undefined for items without rows. */
  rows?: number | undefined;
}

export interface ListChoice {
  /** Words that the name or the description contains, in any order. */
  words: string;
  order: ListOrder;
  /** ID of a person; empty for everyone. */
  person: string;
}

/** Returns the items that match a choice, in its order. */
export function arrangeList<Item>(
  items: readonly Item[],
  fieldsOf: (item: Item) => Listed,
  { words, order, person }: ListChoice,
): Item[] {
  const isWanted = containsWords(words);
  const compare: Record<ListOrder, (a: Listed, b: Listed) => number> = {
    recent: (a, b) => b.changedAt.localeCompare(a.changedAt),
    name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
    rows: (a, b) => (b.rows ?? -1) - (a.rows ?? -1),
  };
  return items
    .map((item) => ({ item, fields: fieldsOf(item) }))
    .filter(
      ({ fields }) =>
        (person === "" || fields.createdBy === person) &&
        isWanted(`${fields.name} ${fields.description ?? ""}`),
    )
    .sort((a, b) => compare[order](a.fields, b.fields))
    .map(({ item }) => item);
}

/** Returns the order named in a URL. */
export function orderNamed(name: string | null): ListOrder {
  return name !== null && Object.hasOwn(LIST_ORDERS, name) ? (name as ListOrder) : "recent";
}
