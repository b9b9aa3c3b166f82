import type { Fields } from "./fields.ts";
import { optionalText } from "./fields.ts";
import { StatesError } from "./statesError.ts";

const DEFAULT_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** One page of a list in a fixed order. The token names the last item that was shown, so that new items move nothing. */
export function pageOf<T>(
  fields: Fields,
  items: readonly T[],
  keyOf: (item: T) => string,
): { items: T[]; nextToken?: string } {
  const size = pageSize(fields);
  const token = optionalText(fields, "nextToken");
  const start = token === undefined ? 0 : 1 + positionOf(token, items, keyOf);
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  if (last === undefined || start + size >= items.length) return { items: page };
  return { items: page, nextToken: Buffer.from(keyOf(last)).toString("base64url") };
}

function pageSize({ maxResults }: Fields): number {
  if (maxResults === undefined || maxResults === null || maxResults === 0) return DEFAULT_SIZE;
  if (typeof maxResults === "number" && maxResults > 0 && maxResults <= MAX_PAGE_SIZE) return maxResults;
  throw new StatesError("ValidationException", `maxResults must be from 0 to ${MAX_PAGE_SIZE}.`);
}

function positionOf<T>(token: string, items: readonly T[], keyOf: (item: T) => string): number {
  const key = Buffer.from(token, "base64url").toString();
  const position = items.findIndex((item) => keyOf(item) === key);
  if (position < 0) throw new StatesError("InvalidToken", `Invalid Token: '${token}'`);
  return position;
}
