import { signal } from "@preact/signals";

/** Text stored in this browser under a name: a query, or the URL of a view. */
export interface SavedText {
  name: string;
  text: string;
}

/** Maximum number of strings in one list, and maximum number of characters in a name and in a string. */
const MAX_TEXTS = 50;
export const MAX_NAME_LENGTH = 60;
const MAX_TEXT_LENGTH = 20_000;

/** Counts changes, so that components that show a list are rendered again. */
const changes = signal(0);

/** Returns the strings in a list by name. Skips anything else stored there. */
export function savedTexts(list: string, storage: Storage = localStorage): SavedText[] {
  void changes.value;
  try {
    const kept: unknown = JSON.parse(storage.getItem(list) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is SavedText {
  const { name, text } = (value ?? {}) as Partial<SavedText>;
  return typeof name === "string" && name !== "" && typeof text === "string";
}

/** Saves a string, replacing one with the same name. Throws an error with an explanation if it cannot be saved. */
export function saveText(list: string, saved: SavedText, storage: Storage = localStorage): void {
  const others = savedTexts(list, storage).filter(({ name }) => name !== saved.name);
  if (saved.text.length > MAX_TEXT_LENGTH) {
    throw new Error(
      `This has more than ${MAX_TEXT_LENGTH.toLocaleString("en-US")} characters and cannot be saved.`,
    );
  }
  if (others.length >= MAX_TEXTS)
    throw new Error(`At most ${MAX_TEXTS} can be saved here. Delete one first.`);
  write(
    list,
    [...others, saved].sort((a, b) => a.name.localeCompare(b.name)),
    storage,
  );
}

export function deleteText(list: string, name: string, storage: Storage = localStorage): void {
  write(
    list,
    savedTexts(list, storage).filter((saved) => saved.name !== name),
    storage,
  );
}

function write(list: string, texts: readonly SavedText[], storage: Storage): void {
  try {
    if (texts.length === 0) storage.removeItem(list);
    else storage.setItem(list, JSON.stringify(texts));
    changes.value += 1;
  } catch {
    throw new Error("This browser does not store data for this page, so nothing was saved.");
  }
}
