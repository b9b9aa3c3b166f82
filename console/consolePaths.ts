/** Regular expression source for the paths of console pages. */
export const PAGE_PATTERN = "^/($|callback$|w$|w/)";

const PAGE = new RegExp(PAGE_PATTERN);

/** Returns whether a path belongs to a console page, rather than to one of the console's files or anything else. */
export function isConsolePage(path: string): boolean {
  return PAGE.test(path);
}
