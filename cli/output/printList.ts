import { ageWords } from "@pdp/basics/wording";
import { tableText } from "./tableText.ts";
import { tsvText } from "./tsvText.ts";

/** Columns of a list: title and accessor. Null and undefined are shown as empty. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => unknown>>;

/**
 * Prints a list on stdout: as JSON, as a table on a terminal, otherwise as TSV with a header. On a terminal, times are shown
 * relative to now, or as local times if they are more than a month old.
 */
export function printList<Item>(items: readonly Item[], fields: Fields<Item>, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(items, null, 2)}\n`);
    return;
  }
  const titles = Object.keys(fields);
  const rows = items.map((item) => Object.values(fields).map((read) => textOf(read(item))));
  const text = process.stdout.isTTY
    ? tableText(
        titles,
        rows.map((row) => row.map((cell) => timeWords(cell))),
      )
    : tsvText([titles, ...rows]);
  process.stdout.write(text);
}

/** Prints one object to stdout: as JSON, otherwise one named field per line. */
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
  const lines = rows.map(([title = "", text = ""]) => `${title.padEnd(width)}  ${withAge(text)}\n`);
  process.stdout.write(lines.join(""));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** UTC timestamp in the service's format. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const local = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** Returns a timestamp as a relative time, such as `3 hr. ago`; returns other strings unchanged. */
export function timeWords(text: string, now = Date.now()): string {
  return INSTANT.test(text) ? (ageWords(text, now) ?? local.format(new Date(text))) : text;
}

/** Returns a time followed by its age: an exact time may be needed in another command. */
function withAge(text: string): string {
  const words = timeWords(text);
  return words === text ? text : `${text} (${words})`;
}
