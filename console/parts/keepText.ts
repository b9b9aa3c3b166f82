/** Stores text in this browser. If storage is full or disabled, the text is lost when the page is closed. */
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The text stays on the page.
  }
}
