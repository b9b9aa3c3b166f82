import * as v from "valibot";

/** Ids count milliseconds from here. */
const EPOCH = Date.UTC(2025, 0, 1);
/** Ids stay below 2^53, so that clients may send them as JSON numbers. */
export const LARGEST_ID = Number.MAX_SAFE_INTEGER;
const DIGITS = 16;

/** An id from a clock reading (milliseconds since 1970) and 12 random bits. */
export function composeId(milliseconds: number, random: number): string {
  return String((milliseconds - EPOCH) * 4096 + random);
}

/** The sort key of an id: ids order as numbers, keys as text. */
export function sortableId(id: string): string {
  return id.padStart(DIGITS, "0");
}

export function idFromSortable(sortable: string): string {
  return sortable.replace(/^0+(?=.)/, "");
}

/** The later of two ids. */
export function laterId(a: string, b: string): string {
  return Number(a) > Number(b) ? a : b;
}

export function nextId(id: string): string {
  return String(Number(id) + 1);
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= LARGEST_ID;
}

const MESSAGE = "Input should be an id: a positive whole number below 2^53, as a string or a number";

/** An id as requests send it: a string of digits, or a JSON number. */
export const Id = v.pipe(
  v.union([v.string(), v.number()], MESSAGE),
  v.transform(String),
  v.check(isId, MESSAGE),
  v.metadata({
    jsonSchema: {
      type: "string",
      format: "int64",
      pattern: "^[1-9][0-9]{0,15}$",
      examples: ["158723604480001"],
    },
  }),
);

/** An id as responses carry it. */
export const IdString = v.pipe(
  v.string(),
  v.metadata({ jsonSchema: { type: "string", format: "int64", examples: ["158723604480001"] } }),
);
