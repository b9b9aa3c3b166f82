const listeners = new Set<(text: string) => void>();

/** Inserts text into the page's editor, replacing the selection. */
export function insertIntoEditor(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Calls a function with each text inserted into the editor, until the returned function is called. */
export function onInsertion(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
