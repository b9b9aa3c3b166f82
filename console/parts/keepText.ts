/** Keeps text in this browser; a browser that is full or does not store forgets it with the page. */
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The text stays on the page.
  }
}
