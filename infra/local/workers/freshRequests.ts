/** How long a request counts as one that somebody waits for, in milliseconds. What takes longer waits for something else. */
const FRESH_MS = 100;
/** How long a piece of an upload waits before it looks again. */
const PAUSE_MS = 3;

/**
 * The requests of the last moment that are not answered yet. Whatever moves bytes by the megabyte in the process that serves
 * them gives way to them.
 */
export class FreshRequests {
  #count = 0;

  /** A request begins. Returns what is to be called when it is answered. */
  begin(): () => void {
    let isFresh = true;
    this.#count += 1;
    const end = (): void => {
      if (!isFresh) return;
      isFresh = false;
      clearTimeout(timer);
      this.#count -= 1;
    };
    const timer = setTimeout(end, FRESH_MS).unref();
    return end;
  }

  /** Resolves after a moment if there are such requests; null where there are none. */
  giveWay(): Promise<void> | null {
    if (this.#count === 0) return null;
    return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
