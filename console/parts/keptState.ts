import { useState } from "preact/hooks";

type Kept = Record<string, unknown>;

/** Time for which changes are collected: browsers limit how often an entry of the history is written, in milliseconds. */
const GATHER_MS = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
let changes: Kept = {};

/**
 * State of a form that survives a reload and going back: it is stored with the page's entry in the history of the tab. `name`
 * distinguishes it from others of the page; another name starts with `initial`.
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

/** Writes collected changes into the page's entry before another page is shown. */
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
  // Collected changes belong to the entry that the user leaves.
  changes = {};
});
