import { useRef, useState } from "preact/hooks";

type Kept = Record<string, unknown>;

/**
 * Time, in milliseconds, for which changes are collected before they are written, because browsers limit how often a history
 * entry can be written.
 */
const GATHER_MS = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
let changes: Kept = {};

/**
 * Form state that survives reloading and going back: it is stored with the page's entry in the tab history. `name`
 * distinguishes it from other states of the page; a different name starts with `initial`.
 */
export function useKept<T>(name: string, initial: T): [T, (next: T) => void] {
  const [value, change] = useLatest(name, initial);
  return [value, (next) => change(() => next)];
}

/** Part of some choices, or a function that returns one for the present choices. */
export type Changes<T> = Partial<T> | ((now: T) => Partial<T>);

/**
 * Choices of a form that are kept like `useKept`. The function changes some of them, and keeps what the user has changed since
 * the form was shown, also when it is called after an upload or a query.
 */
export function useKeptChoices<T extends object>(
  name: string,
  initial: T,
): [T, (changes: Changes<T>) => void] {
  const [choices, change] = useLatest(name, initial);
  return [
    choices,
    (changes) => change((now) => ({ ...now, ...(typeof changes === "function" ? changes(now) : changes) })),
  ];
}

function useLatest<T>(name: string, initial: T): [T, (next: (now: T) => T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = (window.history.state as Kept | null)?.[name];
    return kept === undefined ? initial : (kept as T);
  });
  const latest = useRef(value);
  return [
    value,
    (next) => {
      latest.current = next(latest.current);
      setValue(latest.current);
      changes[name] = latest.current;
      timer ??= setTimeout(writeKept, GATHER_MS);
    },
  ];
}

/** Writes collected changes to the page's entry before another page is shown. */
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
  // Collected changes belong to the entry that the user is leaving.
  changes = {};
});
