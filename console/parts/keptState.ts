import { useState } from "preact/hooks";

type Kept = Record<string, unknown>;

/** Time in which changes are gathered: browsers limit how often an entry of the history is written, in milliseconds. */
const GATHER_MS = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
let changes: Kept = {};

/**
 * State of a form that stays when the page is loaded again, or gone back to: it is kept with the page's entry in the
 * history of the tab. `name` tells it from others of the page; another name begins with `initial` again.
 */
export function useKept<T>(name: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = (window.history.state as Kept | null)?.[name];
    return kept === undefined ? initial : (kept as T);
  });
  return [
    value,
    (next) => {
      setValue(next);
      changes[name] = next;
      timer ??= setTimeout(writeKept, GATHER_MS);
    },
  ];
}

/** Writes what was gathered into the entry of the page, before another page is shown. */
export function writeKept(): void {
  clearTimeout(timer);
  timer = undefined;
  const gathered = changes;
  changes = {};
  if (Object.keys(gathered).length === 0) return;
  window.history.replaceState({ ...(window.history.state as Kept | null), ...gathered }, "");
}

window.addEventListener("pagehide", writeKept);
window.addEventListener("popstate", () => {
  // What was gathered belongs to the entry that is left.
  changes = {};
});
