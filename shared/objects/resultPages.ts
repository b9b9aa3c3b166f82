import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listObjects } from "./objects.ts";

/** Number of pages that are stored in one folder and found with one listing. */
const GROUP_PAGES = 8;
const NAME = /\/(\d+)\/(\d)-(\d+)-(\d+)-(\d+)$/;

/** Page of result rows for Trino's protocol. */
export interface ResultPage {
  /** Number of the page, counted from 0. */
  page: number;
  /** Number of rows in the preceding pages. */
  offset: number;
  rows: number;
  /** Size of its JSON, in bytes. It may be stored compressed. */
  bytes: number;
}

export interface StoredPage extends ResultPage {
  key: string;
  storedBytes: number;
}

/**
 * Returns the key of a page of the result with the given prefix. The name contains the facts about the page that clients
 * receive.
 */
export function resultPageKey(prefix: string, { page, offset, rows, bytes }: ResultPage): string {
  return `${groupPrefix(prefix, page)}${page % GROUP_PAGES}-${offset}-${rows}-${bytes}`;
}

/**
 * Returns a page of a result and the pages that follow it without a gap in its folder, at most `max`; returns none if the page
 * does not exist.
 */
export async function storedPages(
  scope: WorkspaceScope,
  prefix: string,
  first: number,
  max: number,
): Promise<StoredPage[]> {
  const pages: StoredPage[] = [];
  const folder = groupPrefix(prefix, first);
  const listed = max === 1 ? `${folder}${first % GROUP_PAGES}-` : folder;
  for await (const { key, bytes: storedBytes } of listObjects(scope, listed, null)) {
    const [, group, pageInGroup, offset, rows, bytes] = (NAME.exec(key) ?? []).map(Number);
    const page = Number(group) * GROUP_PAGES + Number(pageInGroup);
    if (page !== first + pages.length) continue;
    pages.push({ key, storedBytes, page, offset: Number(offset), rows: Number(rows), bytes: Number(bytes) });
    if (pages.length === max) break;
  }
  return pages;
}

const groupPrefix = (prefix: string, page: number): string => `${prefix}/${Math.floor(page / GROUP_PAGES)}/`;
