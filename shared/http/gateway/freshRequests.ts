/** Time for which a request has priority, in milliseconds; requests that run longer are waiting for something else. */
const FRESH_MS = 100;
/** Interval between checks by a paused upload, in milliseconds. */
const PAUSE_MS = 3;

/** Recent requests that have not been answered yet. Code in the same process that moves large amounts of data pauses for them. */
export class FreshRequests {
  #count = 0;

  /** Registers a request. Returns a function to call once it has been answered. */
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

  /** Resolves after a moment if there are recent unanswered requests; returns null if there are none. */
  giveWay(): Promise<void> | null {
    if (this.#count === 0) return null;
    return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
