const listeners = new Set<(text: string) => void>();

/** Puts a text into the editor of the page, in place of what is selected there. */
export function insertIntoEditor(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Calls back with each text that is put into the editor, until the returned function is called. */
export function onInsertion(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
