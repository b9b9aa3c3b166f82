import { signal } from "@preact/signals";
import { writeKept } from "./parts/keptState.ts";

/** Current URL. It contains every page state to which users may want to return. */
export const address = signal(new URL(window.location.href));

window.addEventListener("popstate", () => {
  address.value = new URL(window.location.href);
});

/** Navigates to a console path. */
export function navigate(path: string, { replace = false } = {}): void {
  const next = new URL(path, window.location.href);
  if (next.href === address.value.href) return;
  const isPage = next.pathname !== address.value.pathname;
  writeKept();
  if (replace) window.history.replaceState(window.history.state, "", next);
  else window.history.pushState(null, "", next);
  address.value = next;
  if (isPage) window.scrollTo(0, 0);
}

/** Changes URL parameters; null removes a parameter. */
export function setQuery(changes: Record<string, string | null>, options = { replace: false }): void {
  const next = new URL(address.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  }
  navigate(next.pathname + next.search, options);
}

/** Sets all values of a URL parameter that may occur multiple times, and removes the parameters in `removed`. */
export function addQuery(name: string, values: readonly string[], removed: readonly string[] = []): void {
  const next = new URL(address.value);
  for (const parameter of [name, ...removed]) next.searchParams.delete(parameter);
  for (const value of values) next.searchParams.append(name, value);
  navigate(next.pathname + next.search);
}

/** Follows links within the console without reloading the page. */
export function followLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
  if (!isConsolePath(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

function isConsolePath(path: string): boolean {
  return path === "/" || path.startsWith("/w/");
}
