/** Regular expression source for the paths of console pages. */
export const PAGE_PATTERN = "^/($|callback$|styleguide$|w$|w/)";

const PAGE = new RegExp(PAGE_PATTERN);

/** Returns whether the console shows a page at a path; its files and all other paths are not pages. */
export function isConsolePage(path: string): boolean {
  return PAGE.test(path);
}
