import { tableText } from "./tableText.ts";
import { tsvText } from "./tsvText.ts";

/** Columns of a list: title and accessor. Null and undefined are shown as empty. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => unknown>>;

/** Prints a list on stdout: as JSON, as a table on a terminal, otherwise as TSV with a header. */
export function printList<Item>(items: readonly Item[], fields: Fields<Item>, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(items, null, 2)}\n`);
    return;
  }
  const titles = Object.keys(fields);
  const rows = items.map((item) => Object.values(fields).map((read) => textOf(read(item))));
  process.stdout.write(process.stdout.isTTY ? tableText(titles, rows) : tsvText([titles, ...rows]));
}

/** Prints one object on stdout: as JSON, otherwise one named field per line. */
export function printRecord<Item>(item: Item, fields: Fields<Item>, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(item, null, 2)}\n`);
    return;
  }
  const rows = Object.entries(fields)
    .map(([title, read]) => [title, textOf(read(item))])
    .filter(([, text]) => text !== "");
  if (!process.stdout.isTTY) {
    process.stdout.write(tsvText(rows));
    return;
  }
  const width = Math.max(0, ...rows.map(([title = ""]) => title.length));
  const lines = rows.map(([title = "", text]) => `${title.padEnd(width)}  ${text}\n`);
  process.stdout.write(lines.join(""));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
